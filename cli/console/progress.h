// The progress of a run, on standard error: a line that is drawn again and again on a terminal, or
// lines from time to time.
#pragma once

#include <chrono>
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
  std::string step = {};        // of a job: "step 2 of 5 (compare)"; may be empty
};
// Returns "mtgauge: [======>     ]  45%  1200000 segments  310000/s  0:12 left", shorter than
// `columns`. It has no colours and no escape sequences, so NO_COLOR does not apply.
std::string ProgressText(const ProgressState& state, size_t columns);
// Returns the same as a line of a log, without the bar.
std::string ProgressLogText(const ProgressState& state);

// Where progress is shown.
struct ProgressOptions {
  uint32_t seconds = 0;  // between two lines where there is no terminal; 0: no lines
  std::string step = {};
};

// Shows the progress of scoring. It has its own thread, so a blocked terminal does not block the
// run, which only updates its counters. On a terminal, it draws every 200 ms and removes the line
// at the end, so a shorter run shows nothing.
class ProgressMeter {
 public:
  // `bytes` is the final value of bytes_read, or 0 if it is unknown. The counters must outlive the
  // meter.
  ProgressMeter(ProgressOptions options, uint64_t bytes, const RunCounters& counters);
  ProgressMeter(const ProgressMeter&) = delete;
  ProgressMeter& operator=(const ProgressMeter&) = delete;

 private:
  using Clock = std::chrono::steady_clock;
  void Draw(const std::stop_token& stop) const;
  void Log(const std::stop_token& stop) const;
  ProgressState Now(Clock::time_point start) const;

  ProgressOptions options_;
  uint64_t bytes_;
  const RunCounters& counters_;
  std::jthread drawing_;  // the last member, so it is joined first
};

// Shows the progress of work that says itself how far it is. On a terminal, the line is removed at
// the end. Not thread-safe.
class ProgressLine {
 public:
  ProgressLine(std::string what, bool wanted, ProgressOptions options = {});
  ~ProgressLine();
  ProgressLine(const ProgressLine&) = delete;
  ProgressLine& operator=(const ProgressLine&) = delete;

  void Show(double share);

 private:
  using Clock = std::chrono::steady_clock;
  std::string what_;  // with the step
  bool wanted_, on_terminal_;
  std::chrono::seconds interval_;
  Clock::time_point start_, shown_;
  int percent_ = 0;
};

}  // namespace mtgauge
