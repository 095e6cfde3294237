// Work of the engine without the GIL, which Ctrl-C can stop; and its errors as Python's.
#pragma once

#include <absl/status/status.h>
#include <absl/status/statusor.h>

#include <atomic>
#include <cstdint>
#include <functional>
#include <type_traits>
#include <utility>

namespace mtgauge::python {

// Set where the caller should stop; may be null.
using Stop = const std::atomic<bool>*;

// Throws the exception of mtgauge.errors that belongs to the error.
void Check(const absl::Status& status);

// Runs `work` without the GIL. `long_work`: it may take more than an instant. Then signals are
// looked for meanwhile, and Ctrl-C sets the flag that `work` is given.
void RunFreely(bool long_work, const std::function<void(Stop)>& work);

// From now on the interpreter ends: a thread that would come back to Python, which has no place for
// it any more, waits for the end of the process instead. For Python's atexit, on the main thread.
void InterpreterEnds();

// Work on so much text may take more than an instant.
inline constexpr uint64_t kLongText = 1 << 16;

// The same of work that has a result, or fails.
template <typename Work>
auto Freely(bool long_work, const Work& work) {
  decltype(work(Stop{})) result = absl::UnknownError("not run");
  RunFreely(long_work, [&](Stop stop) { result = work(stop); });
  if constexpr (std::is_same_v<decltype(result), absl::Status>) {
    Check(result);
  } else {
    Check(result.status());
    return *std::move(result);
  }
}

}  // namespace mtgauge::python
