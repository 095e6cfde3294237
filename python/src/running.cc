// Without the GIL, with an eye on Ctrl-C.
#include "running.h"

#include <nanobind/nanobind.h>

#include <chrono>
#include <future>
#include <string>
#include <thread>

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

// Without the GIL while it lives.
class Unlocked {
 public:
  Unlocked() : state_(PyEval_SaveThread()) {}
  ~Unlocked() { Lock(); }
  Unlocked(const Unlocked&) = delete;
  Unlocked& operator=(const Unlocked&) = delete;

  // Does this with the GIL.
  template <typename Body>
  void Meanwhile(const Body& body) {
    Lock();
    body();
    state_ = PyEval_SaveThread();
  }

 private:
  void Lock() {
    // Python before 3.14 ends such a thread by an exception that no C++ survives.
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
    return work(nullptr);
  }
  // Signals are Python's to handle, and only a thread of Python's can ask for them.
  constexpr auto kLook = std::chrono::milliseconds(20);
  std::atomic<bool> stop{false};
  {
    Unlocked unlocked;
    std::future<void> done = std::async(std::launch::async, [&] { work(&stop); });
    while (done.wait_for(kLook) == std::future_status::timeout && !stop) {
      unlocked.Meanwhile([&] { stop = PyErr_CheckSignals() != 0; });
    }
    done.get();
  }
  if (stop) throw nb::python_error();
}

}  // namespace mtgauge::python
