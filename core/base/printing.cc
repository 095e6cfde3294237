// Formats numbers and names for all kinds of output.
#include "core/base/printing.h"

#include <fmt/compile.h>
#include <fmt/format.h>

#include <algorithm>
#include <iterator>

namespace mtgauge {
namespace {

bool IsControl(char c) { return static_cast<unsigned char>(c) < 0x20 || c == 0x7F; }

void AppendEscaped(std::string_view bytes, std::string& out) {
  for (const char c : bytes) out += fmt::format("\\x{:02X}", static_cast<unsigned char>(c));
}

bool IsContinuation(char c) { return (static_cast<unsigned char>(c) & 0xC0) == 0x80; }

// Returns the bytes of the first character; 1 if it is not UTF-8.
size_t LengthOfCharacter(std::string_view text) {
  const auto first = static_cast<unsigned char>(text.front());
  const size_t length = first < 0xC2 ? 1 : first < 0xE0 ? 2 : first < 0xF0 ? 3 : 4;
  const bool whole =
      text.size() >= length && std::all_of(text.begin() + 1, text.begin() + length, IsContinuation);
  return whole ? length : 1;
}

// Also true for a single byte that a terminal without UTF-8 takes for a control character.
bool CommandsTerminal(std::string_view character) {
  const std::string_view first = character.substr(0, 2);
  const auto last = static_cast<unsigned char>(character.back());
  if (character.size() == 1) return IsControl(character.front()) || (last >= 0x80 && last < 0xA0);
  if (character.size() == 2) return character.front() == '\xC2' && last < 0xA0;
  return character.size() == 3 &&
         ((first == "\xE2\x80" && last >= 0xA8 && last <= 0xAE) ||  // U+2028 to U+202E
          (first == "\xE2\x81" && last >= 0xA6 && last <= 0xA9));   // U+2066 to U+2069
}

}  // namespace

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

std::string OneLine(std::string_view text) {
  std::string out;
  for (const char c : text) {
    if (IsControl(c)) {
      AppendEscaped(std::string_view(&c, 1), out);
    } else {
      out += c;
    }
  }
  return out;
}

std::string Printable(std::string_view text) {
  std::string out;
  while (!text.empty()) {
    const std::string_view character = text.substr(0, LengthOfCharacter(text));
    text.remove_prefix(character.size());
    if (CommandsTerminal(character)) {
      AppendEscaped(character, out);
    } else {
      out += character;
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
