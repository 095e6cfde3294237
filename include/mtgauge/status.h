// Errors. Every function that can fail returns a Status, or a Result with its answer. The message
// of an error is one complete sentence, "FILE:LINE: WHAT; REMEDY", and error() has its parts.
//
// Messages refer to options by names that do not depend on the interface: `null` is --null on the
// command line. All functions here are thread-safe.
#pragma once

#include <cstdint>
#include <iosfwd>
#include <memory>
#include <optional>
#include <stdexcept>
#include <string>
#include <type_traits>
#include <utility>

#include "mtgauge/visibility.h"

namespace MTGAUGE_PUBLIC mtgauge {

template <typename T>
class Result;

enum class ErrorKind {
  kNone,        // the status is OK
  kUsage,       // the request contains unknown values, or options that cannot be combined
  kInput,       // the data are invalid
  kGate,        // a required bound was not met; all output has been written
  kIo,          // the operating system refused a read, a write, memory or threads
  kCancelled,   // the caller asked to stop
  kReaderGone,  // the reader of the output has stopped
  kInternal,    // a bug in the library
};

// The parts of an error. Fields that do not apply are empty.
struct Error {
  ErrorKind kind = ErrorKind::kNone;
  std::string message = {};  // the whole sentence
  std::string option = {};   // "null"; for an option of a metric: "bleu:order"
  std::string context = {};  // what the program was doing: "job.toml:7:1 (score)"
  std::string file = {};     // or the name of a column in memory
  uint64_t line = 0;  // from 1; for a column in memory, the number of the segment; 0 if unknown
  std::optional<uint64_t> segment = std::nullopt;  // from 0, over the whole input
  std::string what = {};                           // "the head 'x' is not a number"
  std::string remedy = {};                         // "write the number of a word, or _"
};

// Whether a call succeeded, and if not, why. Copies share the error.
class [[nodiscard]] Status {
 public:
  Status() = default;  // OK
  explicit Status(Error error) : error_(std::make_shared<const Error>(std::move(error))) {}

  bool ok() const { return error_ == nullptr; }
  ErrorKind kind() const { return error().kind; }
  const std::string& message() const { return error().message; }
  const Error& error() const;  // of kind kNone if the status is OK

 private:
  template <typename T>
  friend class Result;
  Status WithoutValue() const;  // this error; if there is none, an error that says so

  std::shared_ptr<const Error> error_;
};

inline Status OkStatus() { return {}; }

std::ostream& operator<<(std::ostream& out, const Status& status);

// A value, or the reason why there is none.
template <typename T>
class [[nodiscard]] Result {
  template <typename U>
  static constexpr bool kIsValue =
      std::is_convertible_v<U&&, T> && !std::is_same_v<std::remove_cvref_t<U>, Result> &&
      !std::is_same_v<std::remove_cvref_t<U>, Status>;

 public:
  Result(const Status& error) : status_(error.WithoutValue()) {}
  template <typename U = T, typename = std::enable_if_t<kIsValue<U>>>
  Result(U&& value) : value_(std::forward<U>(value)) {}

  bool ok() const { return value_.has_value(); }
  const Status& status() const& { return status_; }
  Status status() && { return std::move(status_); }

  // Throws the error's message as a std::runtime_error if there is no value.
  T& value() & { return Checked(), *value_; }
  const T& value() const& { return Checked(), *value_; }
  T&& value() && { return Checked(), *std::move(value_); }

  // Only if ok().
  T& operator*() & { return *value_; }
  const T& operator*() const& { return *value_; }
  T&& operator*() && { return *std::move(value_); }
  T* operator->() { return &*value_; }
  const T* operator->() const { return &*value_; }

 private:
  void Checked() const {
    if (!ok()) throw std::runtime_error(status_.message());
  }

  Status status_;
  std::optional<T> value_;
};

}  // namespace mtgauge
