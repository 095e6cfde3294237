// Lack of memory as an error that says what to do.
#pragma once

#include <new>

#include "core/base/status.h"

namespace mtgauge {

// Returns the IoError for a std::bad_alloc.
inline Status OutOfMemory() {
  return IoError({.option = "threads"}, "out of memory", "use fewer threads, or shorter segments");
}

// Returns what run() returns, or the error if memory runs out.
template <typename Run>
auto WithinMemory(const Run& run, Status (*error)() = OutOfMemory) -> decltype(run()) {
  try {
    return run();
  } catch (const std::bad_alloc&) {
    return error();
  }
}

}  // namespace mtgauge
