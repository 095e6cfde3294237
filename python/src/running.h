// Runs work of the engine without the GIL, which Ctrl-C can stop, and converts its errors to
// Python's.
#pragma once

#include <nanobind/nanobind.h>

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <string>
#include <type_traits>
#include <utility>
#include <vector>

#include "mtgauge/status.h"

namespace mtgauge::python {

// A flag that is set when the work should stop; may be null.
using Stop = const std::atomic<bool>*;

// Names an argument: while it lives, errors of this thread about its files or columns, which have
// these names, have the keyword `option`. A name such as "COMET=scores.tsv:2" is about the file in
// it.
class Argument {
 public:
  Argument(std::vector<std::string> names, std::string option);
  ~Argument();
  Argument(const Argument&) = delete;
  Argument& operator=(const Argument&) = delete;

  const std::vector<std::string>& names() const { return names_; }
  const std::string& option() const { return option_; }

 private:
  std::vector<std::string> names_;
  std::string option_;
};

// Throws the exception of mtgauge.errors for the error.
void Check(const Status& status);
// Throws an exception of mtgauge.errors by the name of its class, about a keyword.
[[noreturn]] void Raise(const char* name, const std::string& option, const std::string& message);

// Runs `work` without the GIL. With `long_work`, which may take more than an instant, checks for
// signals meanwhile; Ctrl-C then sets the flag that `work` is given.
void RunFreely(bool long_work, const std::function<void(Stop)>& work);

// Calls work(i) for each i below `count`, on up to `threads` threads, without the GIL. Returns the
// error with the lowest i; no work begins after an error.
Status InThreads(uint32_t threads, size_t count, const std::function<Status(size_t)>& work);

// A thread is in the extension, with the GIL at the beginning and the end. A guard of all functions
// that run Python code or release the GIL. Before 3.14, Python ends a daemon thread that takes the
// GIL after the interpreter's end by an exception that C++ code cannot survive.
class Inside {
 public:
  Inside();
  ~Inside();
  Inside(const Inside&) = delete;
  Inside& operator=(const Inside&) = delete;
};

using Guard = nanobind::call_guard<Inside>;

// Announces the end of the interpreter: asks all work to stop, and waits until the other threads
// have left the extension, or wait in it for the end of the process. For Python's atexit, on the
// main thread.
void InterpreterEnds();

// Returns true if work on texts with `bytes`, the longest of which has `longest`, may take more
// than an instant, also if its time grows with the square of the length.
inline bool TakesLong(uint64_t bytes, uint64_t longest) {
  return bytes > 1 << 16 || bytes * longest > 1 << 25;
}

// The same as above for work that has a result or fails.
template <typename Work>
auto Freely(bool long_work, const Work& work) {
  decltype(work(Stop{})) result =
      Status(Error{.kind = ErrorKind::kInternal, .message = "the work was not done"});
  RunFreely(long_work, [&](Stop stop) { result = work(stop); });
  if constexpr (std::is_same_v<decltype(result), Status>) {
    Check(result);
  } else {
    Check(result.status());
    return *std::move(result);
  }
}

// Makes a run of a request, which may take long, and returns what `use` gets from it.
template <typename Run, typename Request, typename Use>
auto Made(Request& request, const Use& use) {
  return Freely(true, [&](Stop stop) -> decltype(use(std::declval<Run&>())) {
    request.stop = stop;
    auto run = Run::Make(request);
    if (!run.ok()) return run.status();
    return use(*run);
  });
}

}  // namespace mtgauge::python
