// Formats progress, and shows it from time to time.
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
#include <utility>

#include "cli/console/console.h"
#include "core/base/printing.h"

namespace mtgauge {
namespace {

constexpr std::chrono::milliseconds kInterval(200);
constexpr size_t kUsualWidth = 80;
constexpr size_t kBar = 20;
constexpr double kLeastDone = 0.001;  // done share needed to estimate the remaining time

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

// Waits until the interval has passed or the thread must stop; returns false in the latter case.
class Pause {
 public:
  explicit Pause(std::chrono::milliseconds interval) : interval_(interval), lock_(mutex_) {}
  bool Wait(const std::stop_token& stop) {
    return !waiting_.wait_for(lock_, stop, interval_, [&] { return stop.stop_requested(); });
  }

 private:
  std::chrono::milliseconds interval_;
  std::mutex mutex_;
  std::condition_variable_any waiting_;
  std::unique_lock<std::mutex> lock_;
};

// Returns "  0:12 left", or nothing if too little is done to tell.
std::string TimeLeft(double seconds, double share) {
  if (share < kLeastDone) return "";
  return fmt::format("  {} left", Duration(seconds * (1 - share) / share));
}

// Returns "mtgauge: step 2 of 5 (compare): ".
std::string Beginning(const std::string& step) {
  return "mtgauge: " + (step.empty() ? "" : step + ": ");
}

// Returns what is done, without the bar.
std::string FiguresText(const ProgressState& state) {
  const double rate = state.seconds > 0 ? static_cast<double>(state.segments) / state.seconds : 0;
  std::string text = fmt::format("{}  {:.0f}/s", Counted(state.segments, "segment"), rate);
  if (!state.share) return text;
  const double share = std::clamp(*state.share, 0.0, 1.0);
  // Rounded down, so that 100% is shown only when everything is done.
  return fmt::format("{:3}%  {}{}", static_cast<int>(100 * share), text,
                     TimeLeft(state.seconds, share));
}

}  // namespace

std::string ProgressText(const ProgressState& state, size_t columns) {
  const std::string name = Beginning(state.step), text = FiguresText(state);
  const std::string bar = state.share ? Bar(std::clamp(*state.share, 0.0, 1.0)) + ' ' : "";
  const bool room = name.size() + bar.size() + text.size() < columns;
  return (name + (room ? bar : "") + text).substr(0, columns - std::min<size_t>(columns, 1));
}

std::string ProgressLogText(const ProgressState& state) {
  return Beginning(state.step) + FiguresText(state);
}

ProgressMeter::ProgressMeter(ProgressOptions options, uint64_t bytes, const RunCounters& counters)
    : options_(std::move(options)), bytes_(bytes), counters_(counters) {
  const bool on_terminal = isatty(STDERR_FILENO) != 0;
  if (!on_terminal && options_.seconds == 0) return;
  const AllSignalsBlocked blocked;
  try {
    drawing_ = std::jthread(
        [this, on_terminal](const std::stop_token& stop) { on_terminal ? Draw(stop) : Log(stop); });
  } catch (const std::system_error&) {  // no thread is available: score without a progress line
  }
}

ProgressState ProgressMeter::Now(Clock::time_point start) const {
  ProgressState state;
  state.step = options_.step;
  state.segments = counters_.segments_scored.load(std::memory_order_relaxed);
  state.seconds = std::chrono::duration<double>(Clock::now() - start).count();
  if (bytes_ > 0) {
    state.share = static_cast<double>(counters_.bytes_read.load(std::memory_order_relaxed)) /
                  static_cast<double>(bytes_);
  }
  return state;
}

void ProgressMeter::Draw(const std::stop_token& stop) const {
  const Clock::time_point start = Clock::now();
  size_t drawn = 0;
  for (Pause pause(kInterval); pause.Wait(stop);) {
    const size_t width = TerminalColumns(STDERR_FILENO);
    std::string text = ProgressText(Now(start), width > 0 ? width : kUsualWidth);
    const size_t columns = text.size();
    text.resize(std::max(columns, drawn), ' ');  // overwrites the previous line
    drawn = columns;
    std::fputs(('\r' + text).c_str(), stderr);
  }
  if (drawn > 0) std::fputs(('\r' + std::string(drawn, ' ') + '\r').c_str(), stderr);
}

void ProgressMeter::Log(const std::stop_token& stop) const {
  const Clock::time_point start = Clock::now();
  for (Pause pause(std::chrono::seconds(options_.seconds)); pause.Wait(stop);) {
    std::fputs((ProgressLogText(Now(start)) + '\n').c_str(), stderr);
  }
}

ProgressLine::ProgressLine(std::string what, bool wanted, ProgressOptions options)
    : what_(Beginning(options.step) + std::move(what)),
      wanted_(wanted),
      on_terminal_(isatty(STDERR_FILENO) != 0),
      interval_(options.seconds),
      start_(Clock::now()),
      shown_(start_) {}

ProgressLine::~ProgressLine() {
  if (on_terminal_ && percent_ > 0) std::fputs("\r\x1b[K", stderr);
}

void ProgressLine::Show(double share) {
  const int percent = static_cast<int>(100 * share);
  if (!wanted_ || percent == percent_) return;
  const Clock::time_point now = Clock::now();
  if (!on_terminal_ && (interval_.count() == 0 || now - shown_ < interval_)) return;
  percent_ = percent;
  shown_ = now;
  const double seconds = std::chrono::duration<double>(now - start_).count();
  const std::string text = fmt::format("{}: {}%{}", what_, percent, TimeLeft(seconds, share));
  std::fputs((on_terminal_ ? '\r' + text + "\x1b[K" : text + '\n').c_str(), stderr);
}

}  // namespace mtgauge
