// Where the time of a run goes. Off by default: then a batch costs one test of a null pointer for
// each stage, and no clock is read.
#pragma once

#include <time.h>

#include <array>
#include <atomic>
#include <cstddef>
#include <cstdint>
#include <string_view>

namespace mtgauge {

enum class Stage {
  kRead,      // blocks of bytes from the sources, decompressed
  kDispatch,  // blocks into batches
  kCheck,     // UTF-8 and missing references
  kCut,       // casing, tokens and their keys
  kMatch,     // references made ready, rows extracted and added
  kLook,      // what warnings are made of
  kDeliver,   // in order: whatever the caller does with a batch
};
inline constexpr std::array<std::string_view, 7> kStageNames = {
    "read", "dispatch", "check", "cut", "match", "look", "deliver"};

// Nanoseconds of the processor for each stage, all threads added up: waits do not count. Added to
// by any thread.
struct StageTimes {
  std::array<std::atomic<uint64_t>, kStageNames.size()> of{};

  uint64_t operator[](Stage stage) const { return of[static_cast<size_t>(stage)]; }
};

// One thread's way through the stages: each ends where the next begins.
class StageLaps {
 public:
  // `times` may be null: nothing is measured.
  explicit StageLaps(StageTimes* times) : times_(times) {
    if (times_ != nullptr) last_ = Now();
  }

  // What this thread has done since the last stage ended belongs to this one.
  void End(Stage stage) {
    if (times_ == nullptr) return;
    const uint64_t now = Now();
    times_->of[static_cast<size_t>(stage)].fetch_add(now - last_, std::memory_order_relaxed);
    last_ = now;
  }

 private:
  static uint64_t Now() {
    timespec time{};
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time);
    return static_cast<uint64_t>(time.tv_sec) * 1'000'000'000 + static_cast<uint64_t>(time.tv_nsec);
  }

  StageTimes* times_;
  uint64_t last_ = 0;
};

}  // namespace mtgauge
