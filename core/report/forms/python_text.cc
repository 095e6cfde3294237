// Formats and parses numbers and strings as Python does.
#include "core/report/forms/python_text.h"

#include <absl/strings/ascii.h>
#include <absl/strings/numbers.h>
#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <cmath>
#include <limits>

#include "core/base/split.h"
#include "core/text/unicode.h"
#include "core/text/utf8.h"

namespace mtgauge {
namespace {

constexpr uint32_t kSurrogateOfByte = 0xDC00;  // PEP 383

std::string Escape16(uint32_t unit) { return fmt::format("\\u{:04x}", unit); }

std::string EscapedCharacter(uint32_t value) {
  switch (value) {
    case '"':
      return "\\\"";
    case '\\':
      return "\\\\";
    case '\n':
      return "\\n";
    case '\r':
      return "\\r";
    case '\t':
      return "\\t";
    case '\f':
      return "\\f";
    case '\b':
      return "\\b";
    default:
      break;
  }
  if (value < 0x10000) return Escape16(value);
  const uint32_t above = value - 0x10000;
  return Escape16(0xD800 + (above >> 10)) + Escape16(0xDC00 + (above & 0x3FF));
}

// Removes surrounding blanks and the sign; sets `negative` if it is a minus.
std::string_view Unsigned(std::string_view text, bool& negative) {
  text = Trim(text);
  negative = text.starts_with('-');
  if (negative || text.starts_with('+')) text.remove_prefix(1);
  return text;
}

// Removes underscores, which are allowed only between two digits. Returns nullopt if there is one
// elsewhere.
std::optional<std::string> WithoutUnderscores(std::string_view text) {
  std::string out;
  for (size_t i = 0; i < text.size(); ++i) {
    if (text[i] != '_') {
      out += text[i];
    } else if (i == 0 || i + 1 == text.size() || !IsDigit(text[i - 1]) || !IsDigit(text[i + 1])) {
      return std::nullopt;
    }
  }
  return out;
}

// Parses inf, infinity and nan; from_chars would accept other spellings too.
std::optional<double> ParseSpecial(const std::string& lowered) {
  if (lowered == "inf" || lowered == "infinity") return std::numeric_limits<double>::infinity();
  if (lowered == "nan") return std::numeric_limits<double>::quiet_NaN();
  return std::nullopt;
}

}  // namespace

std::string PythonFloat(double value) {
  if (std::isnan(value)) return "NaN";
  if (std::isinf(value)) return value < 0 ? "-Infinity" : "Infinity";
  std::string text = fmt::format("{}", value);
  if (text.find_first_of(".e") == std::string::npos) text += ".0";
  return text;
}

std::string PythonString(std::string_view text, bool ensure_ascii) {
  std::string out = "\"";
  for (size_t at = 0; at < text.size();) {
    const CodePoint next = DecodeAt(text, at);
    const bool invalid = next.value >= kInvalidByte;
    const bool control = next.value < 0x20 || next.value == '"' || next.value == '\\';
    const bool beyond_ascii = next.value > 0x7E;
    if (invalid) {
      out += Escape16(kSurrogateOfByte + (next.value - kInvalidByte));
    } else if (control || (ensure_ascii && beyond_ascii)) {
      out += EscapedCharacter(next.value);
    } else {
      out += text.substr(at, next.length);
    }
    at += next.length;
  }
  return out + '"';
}

std::string PythonObject(const JsonFields& fields, size_t indent, size_t step) {
  std::string out = "{";
  for (const auto& field : fields) {
    out += out.size() > 1 ? ",\n" : "\n";
    out.append(indent, ' ');
    out += PythonString(field.first, true) + ": " + field.second;
  }
  out += '\n';
  out.append(indent - step, ' ');
  return out + '}';
}

std::optional<int64_t> ParsePythonInt(std::string_view text) {
  bool negative = false;
  const std::optional<std::string> digits = WithoutUnderscores(Unsigned(text, negative));
  if (!digits || digits->empty() || !std::all_of(digits->begin(), digits->end(), IsDigit)) {
    return std::nullopt;
  }
  int64_t value = 0;
  const auto [end, error] = std::from_chars(digits->data(), digits->data() + digits->size(), value);
  if (error != std::errc()) value = std::numeric_limits<int64_t>::max();
  return negative ? -value : value;
}

std::optional<double> ParsePythonFloat(std::string_view text) {
  bool negative = false;
  const std::optional<std::string> digits = WithoutUnderscores(Unsigned(text, negative));
  if (!digits) return std::nullopt;
  std::optional<double> value = ParseSpecial(absl::AsciiStrToLower(*digits));
  if (!value && !digits->empty() && (IsDigit(digits->front()) || digits->front() == '.')) {
    double number = 0;
    const auto [end, error] =
        std::from_chars(digits->data(), digits->data() + digits->size(), number);
    const bool whole = end == digits->data() + digits->size();
    // SimpleAtod, unlike from_chars, says whether a number is too large or too small for a double.
    if (whole && (error == std::errc() || absl::SimpleAtod(*digits, &number))) value = number;
  }
  if (value && negative) value = -*value;
  return value;
}

}  // namespace mtgauge
