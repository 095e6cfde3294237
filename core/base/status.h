// Functions that make the library's errors, and the two macros that pass them on.
//
// Every function that can fail returns a Status or a Result. The library never prints and
// never exits: cli/main.cc prints the message and chooses the exit code from the kind.
//
// Messages name an option in backticks by its long name, as in "`null` shifted"; the program that
// prints it writes it as its users type it. `what` says what is wrong and `remedy` what to do about
// it, both without a full stop.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <utility>

#include "mtgauge/status.h"

namespace mtgauge {

// The place of an error; unknown fields stay empty. The message begins with the file and line,
// unless `what` names the file itself; only error() has the segment and option.
struct ErrorPlace {
  std::string file = {};
  uint64_t line = 0;
  std::optional<uint64_t> segment = std::nullopt;
  std::string option = {};
  bool named = false;  // `what` names the file itself
};

Status MakeStatus(ErrorKind kind, const ErrorPlace& place, std::string what, std::string remedy);
// Returns the same error with `context`, the step in which it occurred, before the message. Returns
// an OK status unchanged.
Status Within(const std::string& context, const Status& status);
// Returns the same error, with `option` as its option.
Status WithOption(std::string option, const Status& status);

// The command line or a request names something that does not exist. Exit code 2.
inline Status UsageError(const ErrorPlace& place, std::string what, std::string remedy) {
  return MakeStatus(ErrorKind::kUsage, place, std::move(what), std::move(remedy));
}
inline Status UsageError(std::string what, std::string remedy = {}) {
  return UsageError(ErrorPlace{}, std::move(what), std::move(remedy));
}
// The data is invalid. Exit code 3.
inline Status InputError(const ErrorPlace& place, std::string what, std::string remedy) {
  return MakeStatus(ErrorKind::kInput, place, std::move(what), std::move(remedy));
}
inline Status InputError(std::string what, std::string remedy = {}) {
  return InputError(ErrorPlace{}, std::move(what), std::move(remedy));
}
// The operating system refused a read, a write or memory. Exit code 4.
inline Status IoError(const ErrorPlace& place, std::string what, std::string remedy) {
  return MakeStatus(ErrorKind::kIo, place, std::move(what), std::move(remedy));
}
inline Status IoError(std::string what, std::string remedy = {}) {
  return IoError(ErrorPlace{}, std::move(what), std::move(remedy));
}
// A check that the user requested has failed; the results are written anyway. Exit code 1.
inline Status GateFailed(std::string what) {
  return MakeStatus(ErrorKind::kGate, {}, std::move(what), {});
}
// The caller asked to stop. Exit code 130.
inline Status CancelledError() { return MakeStatus(ErrorKind::kCancelled, {}, "interrupted", {}); }

}  // namespace mtgauge

#define MTG_CONCAT_INNER(a, b) a##b
#define MTG_CONCAT(a, b) MTG_CONCAT_INNER(a, b)

#define MTG_RETURN_IF_ERROR(expression)                              \
  do {                                                               \
    if (const Status& mtg_status = (expression); !mtg_status.ok()) { \
      return mtg_status;                                             \
    }                                                                \
  } while (false)

#define MTG_ASSIGN_OR_RETURN(target, expression) \
  MTG_ASSIGN_OR_RETURN_INNER(MTG_CONCAT(mtg_result_, __LINE__), target, expression)
#define MTG_ASSIGN_OR_RETURN_INNER(result, target, expression) \
  auto result = (expression);                                  \
  if (!result.ok()) return result.status();                    \
  target = std::move(result).value()
