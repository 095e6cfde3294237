// How far the scoring is, on a line of standard error.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <thread>

#include "mtgauge/options.h"

namespace mtgauge {

struct ProgressState {
  uint64_t segments = 0;
  std::optional<double> share;  // of the work; nothing where its size is not known
  double seconds = 0;           // since the start
};
// "mtgauge: [======>     ]  45%  1200000 segments  310000/s  0:12 left", in less than `columns`
// columns. No colours and no escape sequences, so there is nothing for NO_COLOR to turn off.
std::string ProgressText(const ProgressState& state, size_t columns);

// Draws the line every 200 ms, and takes it away at the end: a run that is shorter shows nothing. A
// thread of its own does it, so that a terminal that is held up holds up nobody; the run only adds
// to its counters.
class ProgressMeter {
 public:
  // `bytes` is what bytes_read will be at the end, 0 where that is not known. Nothing is drawn
  // unless it is `wanted` and standard error is a terminal. The counters must outlive the meter.
  ProgressMeter(bool wanted, uint64_t bytes, const RunCounters& counters);
  ProgressMeter(const ProgressMeter&) = delete;
  ProgressMeter& operator=(const ProgressMeter&) = delete;

 private:
  void Draw(const std::stop_token& stop) const;

  uint64_t bytes_;
  const RunCounters& counters_;
  std::jthread drawing_;  // the last member: ends before the others
};

}  // namespace mtgauge
