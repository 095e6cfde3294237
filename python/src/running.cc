// Runs work without the GIL, and checks for Ctrl-C meanwhile.
#include "running.h"

#include <nanobind/nanobind.h>
#include <nanobind/stl/string.h>
#include <pthread.h>

#include <algorithm>
#include <chrono>
#include <future>
#include <mutex>
#include <string>
#include <string_view>
#include <system_error>
#include <thread>
#include <utility>
#include <vector>

#include "mtgauge/status.h"

namespace nb = nanobind;

namespace mtgauge::python {
namespace {

using nb::literals::operator""_a;

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

// The arguments of the calls that this thread is in, of which the last is the innermost.
thread_local std::vector<const Argument*> arguments;

// Returns whether this is the file, or the file in METRIC=FILE:COLUMN.
bool IsOf(std::string_view file, std::string_view name) {
  const auto begins = [&](std::string_view text) {
    return text.starts_with(file) && (text.size() == file.size() || text[file.size()] == ':');
  };
  // The references of a column of lists are NAME[0], NAME[1] and so on.
  const bool of_lists =
      !name.empty() && file.starts_with(name) && file.substr(name.size()).starts_with('[');
  return begins(name) || of_lists || begins(name.substr(name.find('=') + 1));
}

// Returns the keyword of the argument that has this file or column; "" if none has it.
std::string OptionOf(std::string_view file) {
  if (file.empty()) return {};
  for (auto argument = arguments.rbegin(); argument != arguments.rend(); ++argument) {
    for (const std::string& name : (*argument)->names()) {
      if (IsOf(file, name)) return (*argument)->option();
    }
  }
  return {};
}

std::atomic<bool> interpreter_ends{false};
std::thread::id main_thread;

// Call it only if the interpreter ends.
bool OnMainThread() { return std::this_thread::get_id() == main_thread; }

// The threads that are in the extension, and the flags that stop their work.
class Threads {
 public:
  void Enter() { ++inside_; }
  void Leave() { --inside_; }
  void Begin(std::atomic<bool>* stop) {
    const std::lock_guard<std::mutex> lock(mutex_);
    stops_.push_back(stop);
    if (stopping_ && !OnMainThread()) *stop = true;
  }
  void End(std::atomic<bool>* stop) {
    const std::lock_guard<std::mutex> lock(mutex_);
    stops_.erase(std::find(stops_.begin(), stops_.end(), stop));
  }
  // Asks all work to stop, and waits long enough for any of it.
  void StopAll() {
    {
      const std::lock_guard<std::mutex> lock(mutex_);
      stopping_ = true;
      for (std::atomic<bool>* stop : stops_) *stop = true;
    }
    constexpr auto kLook = std::chrono::milliseconds(1);
    for (int look = 0; look < 10'000 && inside_ > 0; ++look) std::this_thread::sleep_for(kLook);
  }

 private:
  std::atomic<int> inside_{0};
  std::mutex mutex_;
  bool stopping_ = false;
  std::vector<std::atomic<bool>*> stops_;
};

// Never destroyed, since threads outlive the end of the program. A forked process has none of the
// threads, and another may have held the mutex.
Threads* threads = [] {
  pthread_atfork(nullptr, nullptr, [] { threads = new Threads; });
  return new Threads;
}();

class Working {
 public:
  explicit Working(std::atomic<bool>* stop) : stop_(stop) { threads->Begin(stop); }
  ~Working() { threads->End(stop_); }
  Working(const Working&) = delete;
  Working& operator=(const Working&) = delete;

 private:
  std::atomic<bool>* stop_;
};

// Keeps a thread from Python after the interpreter's end. Call it without the GIL.
void WaitIfInterpreterEnds() {
  if (!interpreter_ends || OnMainThread()) return;
  threads->Leave();
  for (;;) std::this_thread::sleep_for(std::chrono::hours(1));
}

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
    if (interpreter_ends && !OnMainThread()) return;
    Lock();
    body();
    state_ = PyEval_SaveThread();
  }

 private:
  void Lock() {
    WaitIfInterpreterEnds();
    PyEval_RestoreThread(state_);
  }

  PyThreadState* state_;
};

}  // namespace

Inside::Inside() {
  threads->Enter();
  if (!interpreter_ends || OnMainThread()) return;
  PyEval_SaveThread();
  WaitIfInterpreterEnds();
}
Inside::~Inside() { threads->Leave(); }

void InterpreterEnds() {
  main_thread = std::this_thread::get_id();
  interpreter_ends = true;
  nb::set_leak_warnings(false);  // other threads keep their objects
  const Unlocked unlocked;       // a thread may need the GIL to leave
  threads->StopAll();
}

Argument::Argument(std::vector<std::string> names, std::string option)
    : names_(std::move(names)), option_(std::move(option)) {
  arguments.push_back(this);
}
Argument::~Argument() { std::erase(arguments, this); }

void Check(const Status& status) {
  if (status.ok()) return;
  const Error& error = status.error();
  nb::dict fields;
  fields["option"] = error.option.empty() ? OptionOf(error.file) : error.option;
  fields["file"] = nb::str(error.file.c_str());
  fields["line"] = nb::int_(error.line);
  fields["segment"] = error.segment ? nb::object(nb::int_(*error.segment)) : nb::none();
  fields["remedy"] = nb::str(error.remedy.c_str());
  const nb::object type = nb::module_::import_("mtgauge.errors").attr(ClassOf(error.kind));
  const std::string& message = status.message();
  const nb::object exception = type(nb::str(message.data(), message.size()), **fields);
  PyErr_SetObject(type.ptr(), exception.ptr());
  throw nb::python_error();
}

void Raise(const char* name, const std::string& option, const std::string& message) {
  const nb::object type = nb::module_::import_("mtgauge.errors").attr(name);
  const nb::object exception = type(message, "option"_a = option);
  PyErr_SetObject(type.ptr(), exception.ptr());
  throw nb::python_error();
}

void RunFreely(bool long_work, const std::function<void(Stop)>& work) {
  if (!long_work) {
    const Unlocked unlocked;
    return work(nullptr);
  }
  // Only Python can handle signals, and only one of its threads can check for them.
  constexpr auto kLook = std::chrono::milliseconds(20);
  std::atomic<bool> stop{false};  // also set at the interpreter's end
  bool interrupted = false;
  {
    const Working working(&stop);
    Unlocked unlocked;
    std::future<void> done = std::async(std::launch::async, [&] { work(&stop); });
    while (done.wait_for(kLook) == std::future_status::timeout && !stop) {
      unlocked.Meanwhile([&] { interrupted = PyErr_CheckSignals() != 0; });
      if (interrupted) stop = true;
    }
    done.get();
  }
  if (interrupted) throw nb::python_error();
}

Status InThreads(uint32_t threads, size_t count, const std::function<Status(size_t)>& work) {
  std::atomic<size_t> next{0};
  std::mutex mutex;
  size_t failed = count;
  Status status = OkStatus();
  const auto run = [&] {
    for (size_t i = next++; i < count; i = next++) {
      Status done = work(i);
      if (done.ok()) continue;
      const std::lock_guard<std::mutex> lock(mutex);
      next = count;
      if (i > failed) continue;
      failed = i;
      status = std::move(done);
    }
  };
  std::vector<std::future<void>> others;
  try {
    for (size_t i = 1; i < std::min<size_t>(threads, count); ++i) {
      others.push_back(std::async(std::launch::async, run));
    }
  } catch (const std::system_error&) {
    // The system grants no more threads; those that run do the work.
  }
  run();
  for (std::future<void>& other : others) other.get();
  return status;
}

}  // namespace mtgauge::python
