// Measures the time that the vector loops take to make keys. Off unless a KeyTicks exists; then it
// costs one null check per piece of text.
#pragma once

#include <cstdint>

#include "core/base/ticks.h"

namespace mtgauge {

// While this object exists, it adds the ticks for this thread's keys to `sum`, unless that is null.
// Such objects must not overlap.
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
