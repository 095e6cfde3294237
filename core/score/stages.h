// Where the time of a run goes. Off by default: then each stage of a batch costs one test of a null
// pointer, and no clock is read.
//
// Stages that follow each other batch by batch are measured with the thread's clock. It would slow
// down two stages that alternate within microseconds (cutting and keys, drawing and multiplying).
// These are measured together, and ticks give the share of one of them.
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
  kRead,      // blocks of bytes from the sources, decompressed
  kDispatch,  // blocks into batches
  kSurvey,    // references checked, cut and learnt from before any scoring, where metrics need that
  kCheck,     // UTF-8 and missing references
  kCut,       // casing and tokens; also the keys of tokens that are not cut by the vector loops
  kKey,       // keys of tokens
  kMatch,     // references made ready, rows extracted and added
  kLook,      // what warnings are made of
  kDeliver,   // in order: what the caller does with a batch
  kDraw,      // resamples: how often each segment occurs
  kMultiply,  // and those counts times the rows
  kScore,     // sums of resamples made scores
};
inline constexpr std::array<std::string_view, 12> kStageNames = {
    "read",  "dispatch", "survey",  "check", "cut",      "key",
    "match", "look",     "deliver", "draw",  "multiply", "score"};

// Nanoseconds of the processor for each stage, all threads added up: waits do not count. Added to
// by any thread.
struct StageTimes {
  std::array<std::atomic<uint64_t>, kStageNames.size()> of{};

  uint64_t operator[](Stage stage) const { return of[static_cast<size_t>(stage)]; }
  void Add(Stage stage, uint64_t nanoseconds) {
    of[static_cast<size_t>(stage)].fetch_add(nanoseconds, std::memory_order_relaxed);
  }
};

// One thread's way through the stages: each ends where the next begins.
class StageLaps {
 public:
  // `times` may be null: nothing is measured.
  explicit StageLaps(StageTimes* times) : times_(times) {
    if (times_ != nullptr) Next();
  }

  // What this thread has done since the last stage ended belongs to this one.
  void End(Stage stage) {
    if (times_ != nullptr) times_->Add(stage, Next().nanoseconds);
  }
  // The same, but for `ticks` of it, which belong to `part`.
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
  // Where such ticks are to be counted: null when nothing is measured.
  uint64_t* TicksInto(uint64_t& sum) const { return times_ == nullptr ? nullptr : &sum; }

 private:
  struct Moment {
    uint64_t nanoseconds = 0, ticks = 0;
  };

  // What has passed since it was last asked.
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
