// What went wrong, in fields. Every function that can fail returns an absl::Status or StatusOr
// whose message() is one whole sentence: "FILE:LINE: WHAT; REMEDY". ErrorOf() gives the parts of
// it.
//
// Options are named without the spelling of any door: a sentence has `null` where the command line
// has --null. Functions here are thread-safe and do not fail.
#pragma once

#include <absl/status/status.h>

#include <cstdint>
#include <optional>
#include <string>

namespace mtgauge {

enum class ErrorKind {
  kNone,        // the status is OK
  kUsage,       // the request asks for what does not exist, or for what does not go together
  kInput,       // the data are not what they should be
  kGate,        // a bound that was asked for does not hold; all output has been written
  kIo,          // the operating system refused a read, a write, memory or threads
  kCancelled,   // the caller asked to stop
  kReaderGone,  // nobody reads the output any more
  kInternal,    // a fault of the library itself
};

// Fields that do not apply are empty.
struct Error {
  ErrorKind kind = ErrorKind::kNone;
  std::string option = {};   // "null"; an option of a metric: "bleu:order"
  std::string context = {};  // what was being done: "job.toml:7:1 (score)"
  std::string file = {};     // or the name of a column in memory
  uint64_t line = 0;         // from 1; of a column in memory, the segment's number; 0: not known
  std::optional<uint64_t> segment = std::nullopt;  // from 0, counted over the whole input
  std::string what = {};                           // "the head 'x' is no number"
  std::string remedy = {};                         // "give the word's number, or _"
};

// Of any status. One that the library did not make has its kind and, in `what`, its message.
Error ErrorOf(const absl::Status& status);

}  // namespace mtgauge
