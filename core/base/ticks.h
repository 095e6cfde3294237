// A counter that is cheap enough for work of a microsecond, for which the system's clocks cost as
// much as the work itself. It continues while a thread waits, and its unit is not seconds: use it
// to divide a time measured by a clock.
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

// Adds the ticks of its lifetime to a sum; does nothing for a null pointer.
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
