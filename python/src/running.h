// Runs work of the engine without the GIL, which Ctrl-C can stop, and converts its errors to
// Python's.
#pragma once

#include <absl/status/status.h>
#include <absl/status/statusor.h>

#include <atomic>
#include <cstdint>
#include <functional>
#include <type_traits>
#include <utility>

namespace mtgauge::python {

// A flag that is set when the work should stop; may be null.
using Stop = const std::atomic<bool>*;

// Throws the exception of mtgauge.errors for the error.
void Check(const absl::Status& status);

// Runs `work` without the GIL. With `long_work`, which may take more than an instant, checks for
// signals meanwhile; Ctrl-C then sets the flag that `work` is given.
void RunFreely(bool long_work, const std::function<void(Stop)>& work);

// Announces the end of the interpreter: a thread that would return to Python after this waits for
// the end of the process instead. For Python's atexit, on the main thread.
void InterpreterEnds();

// Work on at least this many bytes of text may take more than an instant.
inline constexpr uint64_t kLongText = 1 << 16;

// The same as above for work that has a result or fails.
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
