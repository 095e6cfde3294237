// Measures where the time of a run goes. Off by default; then each stage of a batch costs one null
// check, and no clock is read.
//
// Stages that follow each other batch by batch are measured with the thread's clock. This would
// slow down two stages that alternate within microseconds (tokenizing and making keys, drawing and
// multiplying), so these are measured together, and ticks give the share of one of them.
#pragma once

#include <time.h>

#include <array>
#include <atomic>
#include <cstddef>
#include <cstdint>
#include <string_view>
#include <utility>

#include "core/base/ticks.h"

namespace mtgauge {

enum class Stage {
  kRead,      // reads blocks of bytes from the sources and decompresses them
  kDispatch,  // turns blocks into batches
  kSurvey,    // first pass over the references, if metrics need it: check, tokenize, learn
  kCheck,     // UTF-8 and missing references
  kCut,       // casing and tokens; also the keys of tokens that the vector loops do not make
  kKey,       // keys of tokens
  kMatch,     // prepares references, extracts rows and adds them
  kLook,      // checks for warnings
  kDeliver,   // in order: the caller's handling of a batch
  kDraw,      // resamples: how often each segment occurs
  kMultiply,  // multiplies these counts by the rows
  kScore,     // turns sums of resamples into scores
};
inline constexpr std::array<std::string_view, 12> kStageNames = {
    "read",  "dispatch", "survey",  "check", "cut",      "key",
    "match", "look",     "deliver", "draw",  "multiply", "score"};

// CPU time of each stage in nanoseconds, summed over all threads and without waiting time. Any
// thread may add to it.
struct StageTimes {
  std::array<std::atomic<uint64_t>, kStageNames.size()> of{};

  uint64_t operator[](Stage stage) const { return of[static_cast<size_t>(stage)]; }
  void Add(Stage stage, uint64_t nanoseconds) {
    of[static_cast<size_t>(stage)].fetch_add(nanoseconds, std::memory_order_relaxed);
  }
};

// Measures one thread's stages: each ends where the next begins.
class StageLaps {
 public:
  // `times` may be null; then nothing is measured.
  explicit StageLaps(StageTimes* times) : times_(times) {
    if (times_ != nullptr) Next();
  }

  // Counts this thread's time since the end of the last stage for this one.
  void End(Stage stage) {
    if (times_ != nullptr) times_->Add(stage, Next().nanoseconds);
  }
  // Same as above, except for `ticks` of it, which belong to `part`.
  void End(Stage stage, Stage part, uint64_t ticks) {
    if (times_ == nullptr) return;
    const Moment lap = Next();
    const double share = static_cast<double>(ticks) / static_cast<double>(lap.ticks);
    // Can exceed the whole after a move to another core, or if the counter stood still.
    const uint64_t of_part =
        share < 1 ? static_cast<uint64_t>(share * static_cast<double>(lap.nanoseconds))
                  : lap.nanoseconds;
    times_->Add(part, of_part);
    times_->Add(stage, lap.nanoseconds - of_part);
  }
  // Returns where to count such ticks: null if nothing is measured.
  uint64_t* TicksInto(uint64_t& sum) const { return times_ == nullptr ? nullptr : &sum; }

 private:
  struct Moment {
    uint64_t nanoseconds = 0, ticks = 0;
  };

  // Returns the time and ticks since the last call.
  Moment Next() {
    timespec time{};
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time);
    const Moment now = {
        static_cast<uint64_t>(time.tv_sec) * 1'000'000'000 + static_cast<uint64_t>(time.tv_nsec),
        Ticks()};
    const Moment begin = std::exchange(last_, now);
    return {now.nanoseconds - begin.nanoseconds, now.ticks - begin.ticks};
  }

  StageTimes* times_;
  Moment last_;
};

}  // namespace mtgauge
