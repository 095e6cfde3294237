// Structured errors. Every function that can fail returns an absl::Status or StatusOr whose
// message() is one complete sentence: "FILE:LINE: WHAT; REMEDY". ErrorOf() returns its parts.
//
// Messages refer to options by names that do not depend on the interface: `null` is --null on the
// command line. The functions here are thread-safe and do not fail.
#pragma once

#include <absl/status/status.h>

#include <cstdint>
#include <optional>
#include <string>

namespace mtgauge {

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

// Fields that do not apply are empty.
// The parts of an error.
struct Error {
  ErrorKind kind = ErrorKind::kNone;
  std::string option = {};   // "null"; for an option of a metric: "bleu:order"
  std::string context = {};  // what the program was doing: "job.toml:7:1 (score)"
  std::string file = {};     // or the name of a column in memory
  uint64_t line = 0;  // from 1; for a column in memory, the number of the segment; 0 if unknown
  std::optional<uint64_t> segment = std::nullopt;  // from 0, over the whole input
  std::string what = {};                           // "the head 'x' is not a number"
  std::string remedy = {};                         // "write the number of a word, or _"
};

// Returns the parts of any status. If it comes from another library, `what` is the whole message.
Error ErrorOf(const absl::Status& status);

}  // namespace mtgauge
