// Without the GIL, with an eye on Ctrl-C.
#include "running.h"

#include <nanobind/nanobind.h>

#include <chrono>
#include <future>
#include <string>

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

}  // namespace

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
    const nb::gil_scoped_release release;
    return work(nullptr);
  }
  // Signals are Python's to handle, and only a thread of Python's can ask for them.
  constexpr auto kLook = std::chrono::milliseconds(20);
  std::atomic<bool> stop{false};
  bool interrupted = false;
  {
    const nb::gil_scoped_release release;
    std::future<void> done = std::async(std::launch::async, [&] { work(&stop); });
    while (done.wait_for(kLook) == std::future_status::timeout && !interrupted) {
      const nb::gil_scoped_acquire acquire;
      interrupted = PyErr_CheckSignals() != 0;
    }
    stop = interrupted;
    done.get();
  }
  if (interrupted) throw nb::python_error();
}

}  // namespace mtgauge::python
