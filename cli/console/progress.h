// The progress of scoring, on a line of standard error.
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
  std::optional<double> share;  // done share of the work, if its size is known
  double seconds = 0;           // since the start
};
// Returns "mtgauge: [======>     ]  45%  1200000 segments  310000/s  0:12 left", shorter than
// `columns`. It has no colours and no escape sequences, so NO_COLOR does not apply.
std::string ProgressText(const ProgressState& state, size_t columns);

// Draws the line every 200 ms and removes it at the end, so a shorter run shows nothing. It has its
// own thread, so a blocked terminal does not block the run, which only updates its counters.
class ProgressMeter {
 public:
  // `bytes` is the final value of bytes_read, or 0 if it is unknown. Draws only if `wanted` and
  // standard error is a terminal. The counters must outlive the meter.
  ProgressMeter(bool wanted, uint64_t bytes, const RunCounters& counters);
  ProgressMeter(const ProgressMeter&) = delete;
  ProgressMeter& operator=(const ProgressMeter&) = delete;

 private:
  void Draw(const std::stop_token& stop) const;

  uint64_t bytes_;
  const RunCounters& counters_;
  std::jthread drawing_;  // the last member, so it is joined first
};

}  // namespace mtgauge
