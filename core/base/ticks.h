// A counter that is cheap enough for pieces of work of a microsecond, where the clocks of the
// system cost as much as what they measure. It runs on while a thread waits and tells no seconds:
// it is for shares of what a clock has measured.
#pragma once

#include <time.h>

#include <cstdint>

namespace mtgauge {

inline uint64_t Ticks() {
#if defined(__x86_64__)
  return __builtin_ia32_rdtsc();
#else
  timespec time{};
  clock_gettime(CLOCK_MONOTONIC, &time);
  return static_cast<uint64_t>(time.tv_sec) * 1'000'000'000 + static_cast<uint64_t>(time.tv_nsec);
#endif
}

// Adds the ticks of its life to a sum; of a null pointer it asks nothing.
class TickSpan {
 public:
  explicit TickSpan(uint64_t* sum) : sum_(sum) {
    if (sum_ != nullptr) *sum_ -= Ticks();
  }
  ~TickSpan() {
    if (sum_ != nullptr) *sum_ += Ticks();
  }
  TickSpan(const TickSpan&) = delete;
  TickSpan& operator=(const TickSpan&) = delete;

 private:
  uint64_t* sum_;
};

}  // namespace mtgauge
