// UTF-8: a decoder for arbitrary bytes, and validation.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace mtgauge {

struct CodePoint {
  uint32_t value;   // kInvalidByte + the byte, if it is not part of well-formed UTF-8
  uint32_t length;  // 1 to 4
};
// Above any code point: represents a single undecodable byte.
inline constexpr uint32_t kInvalidByte = 0x110000;

// Decodes the code point at `at` (< text.size()). Never fails and never reads outside `text`.
inline CodePoint DecodeAt(std::string_view text, size_t at) {
  const auto byte = [&](size_t i) -> uint32_t { return static_cast<uint8_t>(text[at + i]); };
  const auto is_tail = [&](size_t i) { return (byte(i) & 0xC0) == 0x80; };
  const size_t left = text.size() - at;
  const uint32_t lead = byte(0);
  if (lead < 0x80) return {lead, 1};
  if (lead >= 0xC2 && lead < 0xE0) {
    if (left >= 2 && is_tail(1)) return {(lead & 0x1F) << 6 | (byte(1) & 0x3F), 2};
  } else if ((lead & 0xF0) == 0xE0) {
    if (left >= 3 && is_tail(1) && is_tail(2)) {
      const uint32_t value = (lead & 0xF) << 12 | (byte(1) & 0x3F) << 6 | (byte(2) & 0x3F);
      // Neither overlong nor a surrogate.
      if (value >= 0x800 && (value < 0xD800 || value > 0xDFFF)) return {value, 3};
    }
  } else if (lead >= 0xF0 && lead <= 0xF4) {
    if (left >= 4 && is_tail(1) && is_tail(2) && is_tail(3)) {
      const uint32_t value =
          (lead & 0x7) << 18 | (byte(1) & 0x3F) << 12 | (byte(2) & 0x3F) << 6 | (byte(3) & 0x3F);
      if (value >= 0x10000 && value < 0x110000) return {value, 4};
    }
  }
  return {kInvalidByte + lead, 1};
}

// Writes a code point (1 to 4 bytes) and returns the end of the output.
char* WriteUtf8(uint32_t code_point, char* out);
void AppendUtf8(uint32_t code_point, std::string& out);

bool IsValidUtf8(std::string_view text);  // vectorised
// Returns the offset of the first byte that Python's strict decoder rejects.
std::optional<size_t> FindInvalidUtf8(std::string_view text);
// Python's errors="replace": replaces every maximal ill-formed part with U+FFFD.
std::string ReplaceInvalidUtf8(std::string_view text);
// Returns the remedy for messages about invalid UTF-8. `line` is the invalid line and `number` its
// number in the file, from 1: the first line shows UTF-16 by its byte order mark.
std::string_view InvalidUtf8Remedy(std::string_view line, uint64_t number);

}  // namespace mtgauge
