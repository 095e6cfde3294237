// Makes the library's errors.
#include "core/base/status.h"

#include <ostream>
#include <utility>

namespace mtgauge {
namespace {

std::string MessageOf(const Error& error, bool named) {
  std::string message;
  if (!error.file.empty() && !named) {
    message += error.file;
    if (error.line > 0) message += ":" + std::to_string(error.line);
    message += ": ";
  }
  message += error.what;
  if (!error.remedy.empty()) message += "; " + error.remedy;
  return message;
}

}  // namespace

const Error& Status::error() const {
  static const Error& none = *new Error;  // never destroyed: a status may outlive static objects
  return error_ ? *error_ : none;
}

Status Status::WithoutValue() const {
  return ok() ? MakeStatus(ErrorKind::kInternal, {}, "a result has no value and no error", {})
              : *this;
}

std::ostream& operator<<(std::ostream& out, const Status& status) {
  return out << (status.ok() ? "OK" : status.message());
}

Status MakeStatus(ErrorKind kind, const ErrorPlace& place, std::string what, std::string remedy) {
  Error error;
  error.kind = kind;
  error.option = place.option;
  error.file = place.file;
  error.line = place.line;
  error.segment = place.segment;
  error.what = std::move(what);
  error.remedy = std::move(remedy);
  error.message = MessageOf(error, place.named);
  return Status(std::move(error));
}

Status Within(const std::string& context, const Status& status) {
  if (status.ok()) return status;
  Error error = status.error();
  error.context = error.context.empty() ? context : context + ": " + error.context;
  error.message = context + ": " + error.message;
  return Status(std::move(error));
}

Status WithOption(std::string option, const Status& status) {
  if (status.ok()) return status;
  Error error = status.error();
  error.option = std::move(option);
  return Status(std::move(error));
}

}  // namespace mtgauge
