// Formats numbers and names for all kinds of output.
#include "core/base/printing.h"

#include <fmt/compile.h>
#include <fmt/format.h>

#include <algorithm>
#include <iterator>

namespace mtgauge {

std::string ShortestDouble(double value) { return fmt::format(FMT_COMPILE("{}"), value); }

void AppendDouble(double value, std::string& out) {
  fmt::format_to(std::back_inserter(out), FMT_COMPILE("{}"), value);
}

std::string Counted(uint64_t count, std::string_view one, std::string_view many) {
  if (count == 1) return fmt::format("1 {}", one);
  return many.empty() ? fmt::format("{} {}s", count, one) : fmt::format("{} {}", count, many);
}

std::string LinesForSegments(uint64_t lines, uint64_t segments) {
  return Counted(lines, "line") + " for " + Counted(segments, "segment");
}

std::string Printable(std::string_view text) {
  std::string out;
  for (const char c : text) {
    const auto byte = static_cast<unsigned char>(c);
    if (byte < 0x20 || byte == 0x7F) {
      out += fmt::format("\\x{:02X}", byte);
    } else {
      out += c;
    }
  }
  return out;
}

size_t DisplayWidth(std::string_view text) {
  return static_cast<size_t>(std::count_if(text.begin(), text.end(), [](char c) {
    return (static_cast<unsigned char>(c) & 0xC0) != 0x80;
  }));
}

}  // namespace mtgauge
