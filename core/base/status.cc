// Makes the library's errors, and stores and reads their fields.
#include "core/base/status.h"

#include <absl/strings/cord.h>

#include <charconv>
#include <initializer_list>
#include <string_view>
#include <system_error>

namespace mtgauge {
namespace {

constexpr char kPayload[] = "mtgauge/error";

absl::StatusCode CodeOf(ErrorKind kind) {
  switch (kind) {
    case ErrorKind::kNone:
      return absl::StatusCode::kOk;
    case ErrorKind::kUsage:
      return absl::StatusCode::kInvalidArgument;
    case ErrorKind::kInput:
      return absl::StatusCode::kDataLoss;
    case ErrorKind::kGate:
      return absl::StatusCode::kFailedPrecondition;
    case ErrorKind::kIo:
      return absl::StatusCode::kUnavailable;
    case ErrorKind::kCancelled:
      return absl::StatusCode::kCancelled;
    case ErrorKind::kReaderGone:
      return absl::StatusCode::kAborted;
    case ErrorKind::kInternal:
      break;
  }
  return absl::StatusCode::kInternal;
}

ErrorKind KindOf(absl::StatusCode code) {
  switch (code) {
    case absl::StatusCode::kOk:
      return ErrorKind::kNone;
    case absl::StatusCode::kInvalidArgument:
      return ErrorKind::kUsage;
    case absl::StatusCode::kDataLoss:
    case absl::StatusCode::kOutOfRange:
      return ErrorKind::kInput;
    case absl::StatusCode::kFailedPrecondition:
      return ErrorKind::kGate;
    case absl::StatusCode::kCancelled:
      return ErrorKind::kCancelled;
    case absl::StatusCode::kAborted:
      return ErrorKind::kReaderGone;
    case absl::StatusCode::kInternal:
      return ErrorKind::kInternal;
    default:
      return ErrorKind::kIo;
  }
}

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

// Writes the fields one after another. They may contain any bytes, so each follows its length:
// "3:abc".
std::string Packed(const Error& error) {
  std::string out;
  const std::string segment = error.segment ? std::to_string(*error.segment) : "";
  for (const std::string& field : {error.option, error.context, error.file,
                                   std::to_string(error.line), segment, error.what, error.remedy}) {
    out += std::to_string(field.size()) + ":" + field;
  }
  return out;
}

uint64_t NumberOf(std::string_view digits) {
  uint64_t number = 0;
  std::from_chars(digits.data(), digits.data() + digits.size(), number);
  return number;
}

// Reads the output of Packed().
Error Unpacked(std::string_view packed) {
  Error error;
  std::string line, segment;
  for (std::string* const field :
       {&error.option, &error.context, &error.file, &line, &segment, &error.what, &error.remedy}) {
    const size_t colon = packed.find(':');
    const size_t size = NumberOf(packed.substr(0, colon));
    *field = packed.substr(colon + 1, size);
    packed.remove_prefix(colon + 1 + size);
  }
  error.line = NumberOf(line);
  if (!segment.empty()) error.segment = NumberOf(segment);
  return error;
}

absl::Status StatusWith(const Error& error, const std::string& message) {
  absl::Status status(CodeOf(error.kind), message);
  status.SetPayload(kPayload, absl::Cord(Packed(error)));
  return status;
}

}  // namespace

Error ErrorOf(const absl::Status& status) {
  const auto payload = status.GetPayload(kPayload);
  Error error;
  if (payload) {
    error = Unpacked(std::string(*payload));
  } else {
    error.what = std::string(status.message());
  }
  error.kind = KindOf(status.code());
  return error;
}

absl::Status MakeStatus(ErrorKind kind, const ErrorPlace& place, std::string what,
                        std::string remedy) {
  Error error;
  error.kind = kind;
  error.option = place.option;
  error.file = place.file;
  error.line = place.line;
  error.segment = place.segment;
  error.what = std::move(what);
  error.remedy = std::move(remedy);
  return StatusWith(error, MessageOf(error, place.named));
}

absl::Status Within(const std::string& context, const absl::Status& status) {
  if (status.ok()) return status;
  Error error = ErrorOf(status);
  error.context = error.context.empty() ? context : context + ": " + error.context;
  return StatusWith(error, context + ": " + std::string(status.message()));
}

absl::Status WithOption(std::string option, const absl::Status& status) {
  if (status.ok()) return status;
  Error error = ErrorOf(status);
  error.option = std::move(option);
  return StatusWith(error, std::string(status.message()));
}

}  // namespace mtgauge
