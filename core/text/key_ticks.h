// How long the vector loops take to make keys, for whoever clocks a thread. Off unless a KeyTicks
// stands: then a piece of text costs one test of a null pointer.
#pragma once

#include <cstdint>

#include "core/base/ticks.h"

namespace mtgauge {

// While it stands, ticks of this thread's keys are added to a sum, unless that is null. Such
// objects must not overlap.
class KeyTicks {
 public:
  explicit KeyTicks(uint64_t* sum) { sum_ = sum; }
  ~KeyTicks() { sum_ = nullptr; }
  KeyTicks(const KeyTicks&) = delete;
  KeyTicks& operator=(const KeyTicks&) = delete;

  static uint64_t* sum() { return sum_; }

 private:
  static inline thread_local uint64_t* sum_ = nullptr;
};

}  // namespace mtgauge
