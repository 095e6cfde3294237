// Numbers and strings in Python's spelling, for output that must equal a Python program's byte for
// byte: repr(float) and json.dumps. And int() and float() of what a user typed.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace mtgauge {

// As json.dumps writes it: the fewest digits that read back as the same double, with ".0" behind a
// whole number, an exponent of at least two digits from 1e16 up and below 1e-4, NaN and Infinity.
std::string PythonFloat(double value);
// With ensure_ascii=True everything but printable ASCII is escaped; otherwise controls, '"' and
// '\' alone. Bytes that are not UTF-8 become the lone surrogates that Python stands them for.
std::string PythonString(std::string_view text, bool ensure_ascii);

// Fields in order, each with its value in JSON already; a line for each, `indent` spaces deep and
// the closing brace `indent - step`.
using JsonFields = std::vector<std::pair<std::string, std::string>>;
std::string PythonObject(const JsonFields& fields, size_t indent, size_t step);

// int(text) and float(text); nothing where Python raises ValueError. Only ASCII digits are known,
// and an int beyond 64 bits becomes the nearest that fits.
std::optional<int64_t> ParsePythonInt(std::string_view text);
std::optional<double> ParsePythonFloat(std::string_view text);

}  // namespace mtgauge
