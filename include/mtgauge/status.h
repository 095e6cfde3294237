// Errors with fields. Every function that can fail returns an absl::Status or StatusOr whose
// message() is one whole sentence: "FILE:LINE: WHAT; REMEDY". ErrorOf() gives the parts of it.
//
// Messages name options independently of the interface: `null` for --null of the command line.
// Functions here are thread-safe and do not fail.
#pragma once

#include <absl/status/status.h>

#include <cstdint>
#include <optional>
#include <string>

namespace mtgauge {

enum class ErrorKind {
  kNone,        // the status is OK
  kUsage,       // the request has unknown values, or options that cannot be combined
  kInput,       // the data are invalid
  kGate,        // a required bound does not hold; all output has been written
  kIo,          // the operating system refused a read, a write, memory or threads
  kCancelled,   // the caller asked to stop
  kReaderGone,  // the reader of the output has stopped
  kInternal,    // a bug of the library
};

// Fields that do not apply are empty.
struct Error {
  ErrorKind kind = ErrorKind::kNone;
  std::string option = {};   // "null"; an option of a metric: "bleu:order"
  std::string context = {};  // what the program was doing: "job.toml:7:1 (score)"
  std::string file = {};     // or the name of a column in memory
  uint64_t line = 0;         // from 1; of a column in memory, the segment's number; 0: not known
  std::optional<uint64_t> segment = std::nullopt;  // from 0, counted over the whole input
  std::string what = {};                           // "the head 'x' is not a number"
  std::string remedy = {};                         // "write the number of a word, or _"
};

// For any status. If another library made it, `what` has the whole message.
Error ErrorOf(const absl::Status& status);

}  // namespace mtgauge
