// Runs work without the GIL, and checks for Ctrl-C meanwhile.
#include "running.h"

#include <nanobind/nanobind.h>

#include <algorithm>
#include <chrono>
#include <condition_variable>
#include <future>
#include <mutex>
#include <string>
#include <thread>
#include <vector>

#include "mtgauge/status.h"

namespace nb = nanobind;

namespace mtgauge::python {
namespace {

const char* ClassOf(ErrorKind kind) {
  switch (kind) {
    case ErrorKind::kUsage:
      return "UsageError";
    case ErrorKind::kInput:
      return "InputError";
    case ErrorKind::kGate:
      return "GateError";
    case ErrorKind::kIo:
      return "FileError";
    case ErrorKind::kCancelled:
      return "Cancelled";
    case ErrorKind::kReaderGone:
    case ErrorKind::kInternal:
    case ErrorKind::kNone:
      break;
  }
  return "InternalError";
}

std::atomic<bool> interpreter_ends{false};
std::thread::id main_thread;

// The engine's work that runs without the GIL. The end of the process destroys data that the work
// uses, so it waits for the work.
class Works {
 public:
  void Begin(std::atomic<bool>* stop) {
    const std::lock_guard<std::mutex> lock(mutex_);
    stops_.push_back(stop);
  }
  void End(std::atomic<bool>* stop) {
    const std::lock_guard<std::mutex> lock(mutex_);
    stops_.erase(std::find(stops_.begin(), stops_.end(), stop));
    ended_.notify_all();
  }
  // Asks all work to stop, and waits long enough for any of it.
  void StopAll() {
    std::unique_lock<std::mutex> lock(mutex_);
    for (std::atomic<bool>* stop : stops_) {
      if (stop != nullptr) *stop = true;
    }
    ended_.wait_for(lock, std::chrono::seconds(10), [&] { return stops_.empty(); });
  }

 private:
  std::mutex mutex_;
  std::condition_variable ended_;
  std::vector<std::atomic<bool>*> stops_;  // null for short work that cannot be stopped
};
Works works;

class Working {
 public:
  explicit Working(std::atomic<bool>* stop) : stop_(stop) { works.Begin(stop); }
  ~Working() { works.End(stop_); }
  Working(const Working&) = delete;
  Working& operator=(const Working&) = delete;

 private:
  std::atomic<bool>* stop_;
};

// Releases the GIL during its lifetime.
class Unlocked {
 public:
  Unlocked() : state_(PyEval_SaveThread()) {}
  ~Unlocked() { Lock(); }
  Unlocked(const Unlocked&) = delete;
  Unlocked& operator=(const Unlocked&) = delete;

  // Calls `body` with the GIL.
  template <typename Body>
  void Meanwhile(const Body& body) {
    Lock();
    body();
    state_ = PyEval_SaveThread();
  }

 private:
  void Lock() {
    // Python before 3.14 would end such a thread by an exception that C++ code cannot survive.
    while (interpreter_ends && std::this_thread::get_id() != main_thread) {
      std::this_thread::sleep_for(std::chrono::hours(1));
    }
    PyEval_RestoreThread(state_);
  }

  PyThreadState* state_;
};

}  // namespace

void InterpreterEnds() {
  main_thread = std::this_thread::get_id();
  interpreter_ends = true;
  works.StopAll();
}

void Check(const absl::Status& status) {
  if (status.ok()) return;
  const Error error = ErrorOf(status);
  nb::dict fields;
  fields["option"] = nb::str(error.option.c_str());
  fields["file"] = nb::str(error.file.c_str());
  fields["line"] = nb::int_(error.line);
  fields["segment"] = error.segment ? nb::object(nb::int_(*error.segment)) : nb::none();
  fields["remedy"] = nb::str(error.remedy.c_str());
  const nb::object type = nb::module_::import_("mtgauge.errors").attr(ClassOf(error.kind));
  const std::string message(status.message());
  const nb::object exception = type(nb::str(message.data(), message.size()), **fields);
  PyErr_SetObject(type.ptr(), exception.ptr());
  throw nb::python_error();
}

void RunFreely(bool long_work, const std::function<void(Stop)>& work) {
  if (!long_work) {
    const Unlocked unlocked;
    const Working working(nullptr);
    return work(nullptr);
  }
  // Only Python can handle signals, and only one of its threads can check for them.
  constexpr auto kLook = std::chrono::milliseconds(20);
  std::atomic<bool> stop{false};
  {
    Unlocked unlocked;
    std::future<void> done = std::async(std::launch::async, [&] {
      const Working working(&stop);
      work(&stop);
    });
    while (done.wait_for(kLook) == std::future_status::timeout && !stop) {
      unlocked.Meanwhile([&] { stop = PyErr_CheckSignals() != 0; });
    }
    done.get();
  }
  if (stop) throw nb::python_error();
}

}  // namespace mtgauge::python
