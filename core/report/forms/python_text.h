// Numbers and strings as Python writes them, for output that must equal a Python program's byte for
// byte: repr(float) and json.dumps. Also int() and float() of user input.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace mtgauge {

// Formats a number as json.dumps does: the fewest digits that read back as the same double, ".0"
// after a whole number, an exponent of at least two digits from 1e16 up and below 1e-4, NaN and
// Infinity.
std::string PythonFloat(double value);
// With ensure_ascii, escapes everything except printable ASCII, otherwise only control characters,
// '"' and '\'. Bytes that are not UTF-8 become lone surrogates, as in Python.
std::string PythonString(std::string_view text, bool ensure_ascii);

// Writes fields in order, each with its value already in JSON, one per line. Lines are indented by
// `indent` spaces, the closing brace by `indent - step`.
using JsonFields = std::vector<std::pair<std::string, std::string>>;
std::string PythonObject(const JsonFields& fields, size_t indent, size_t step);

// Compute int(text) and float(text); nullopt if Python raises ValueError. Only ASCII digits are
// recognized, and an int beyond 64 bits becomes the nearest one that fits.
std::optional<int64_t> ParsePythonInt(std::string_view text);
std::optional<double> ParsePythonFloat(std::string_view text);

}  // namespace mtgauge
