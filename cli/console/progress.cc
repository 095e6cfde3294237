// The progress of scoring, on a line of standard error.
#include "cli/console/progress.h"

#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <chrono>
#include <cmath>
#include <condition_variable>
#include <csignal>
#include <cstdio>
#include <mutex>
#include <system_error>

#include "cli/console/console.h"
#include "core/base/printing.h"

namespace mtgauge {
namespace {

constexpr std::chrono::milliseconds kInterval(200);
constexpr size_t kUsualWidth = 80;
constexpr size_t kBar = 20;
constexpr double kLeast = 0.001;  // done share needed to estimate the remaining time

// Returns a bar, "[======>     ]".
std::string Bar(double share) {
  const auto full = static_cast<size_t>(share * static_cast<double>(kBar));
  std::string bar(full, '=');
  if (full < kBar) bar += '>';
  bar.resize(kBar, ' ');
  return '[' + bar + ']';
}

// Returns "0:12" or "1:02:03".
std::string Duration(double seconds) {
  const auto whole = static_cast<uint64_t>(std::llround(seconds));
  const uint64_t hours = whole / 3600, minutes = whole / 60 % 60;
  if (hours == 0) return fmt::format("{}:{:02}", minutes, whole % 60);
  return fmt::format("{}:{:02}:{:02}", hours, minutes, whole % 60);
}

// Blocks all signals in this thread, so that they reach the threads with a blocking call (on a
// pipe) that a signal must interrupt.
class AllSignalsBlocked {
 public:
  AllSignalsBlocked() {
    sigset_t all;
    sigfillset(&all);
    pthread_sigmask(SIG_SETMASK, &all, &before_);
  }
  ~AllSignalsBlocked() { pthread_sigmask(SIG_SETMASK, &before_, nullptr); }
  AllSignalsBlocked(const AllSignalsBlocked&) = delete;
  AllSignalsBlocked& operator=(const AllSignalsBlocked&) = delete;

 private:
  sigset_t before_;
};

}  // namespace

std::string ProgressText(const ProgressState& state, size_t columns) {
  const double rate = state.seconds > 0 ? static_cast<double>(state.segments) / state.seconds : 0;
  std::string text = fmt::format("{}  {:.0f}/s", Counted(state.segments, "segment"), rate);
  std::string bar;
  if (state.share) {
    const double share = std::clamp(*state.share, 0.0, 1.0);
    bar = Bar(share) + ' ';
    // Rounded down, so that 100% is shown only when everything is done.
    text = fmt::format("{:3}%  {}", static_cast<int>(100 * share), text);
    if (share >= kLeast) {
      text += fmt::format("  {} left", Duration(state.seconds * (1 - share) / share));
    }
  }
  const std::string name = "mtgauge: ";
  const bool room = name.size() + bar.size() + text.size() < columns;
  return (name + (room ? bar : "") + text).substr(0, columns - std::min<size_t>(columns, 1));
}

ProgressMeter::ProgressMeter(bool wanted, uint64_t bytes, const RunCounters& counters)
    : bytes_(bytes), counters_(counters) {
  if (!wanted || isatty(STDERR_FILENO) == 0) return;
  const AllSignalsBlocked blocked;
  try {
    drawing_ = std::jthread([this](const std::stop_token& stop) { Draw(stop); });
  } catch (const std::system_error&) {  // no thread is available: score without a progress line
  }
}

void ProgressMeter::Draw(const std::stop_token& stop) const {
  using Clock = std::chrono::steady_clock;
  const Clock::time_point start = Clock::now();
  std::mutex mutex;
  std::condition_variable_any waiting;
  std::unique_lock lock(mutex);
  size_t drawn = 0;
  while (!waiting.wait_for(lock, stop, kInterval, [&] { return stop.stop_requested(); })) {
    ProgressState state;
    state.segments = counters_.segments_scored.load(std::memory_order_relaxed);
    state.seconds = std::chrono::duration<double>(Clock::now() - start).count();
    if (bytes_ > 0) {
      state.share = static_cast<double>(counters_.bytes_read.load(std::memory_order_relaxed)) /
                    static_cast<double>(bytes_);
    }
    const size_t width = TerminalColumns(STDERR_FILENO);
    std::string text = ProgressText(state, width > 0 ? width : kUsualWidth);
    const size_t columns = text.size();
    text.resize(std::max(columns, drawn), ' ');  // overwrites the previous line
    drawn = columns;
    std::fputs(('\r' + text).c_str(), stderr);
  }
  if (drawn > 0) std::fputs(('\r' + std::string(drawn, ' ') + '\r').c_str(), stderr);
}

}  // namespace mtgauge
