// Scripts that do not put spaces between words, and scripts that spell words with marks.
#pragma once

#include <algorithm>
#include <cstdint>
#include <iterator>

namespace mtgauge {

namespace script_ranges {

struct Range {
  uint32_t first, last;
};

// Kana with its marks, Thai and Lao, Tibetan, Burmese, Khmer, and their extensions.
inline constexpr Range kUnspaced[] = {{0x0E00, 0x0FFF}, {0x1000, 0x109F}, {0x1780, 0x17FF},
                                      {0x19E0, 0x19FF}, {0x3040, 0x30FF}, {0x31F0, 0x31FF},
                                      {0xA9E0, 0xA9FF}, {0xAA60, 0xAA7F}, {0xFF66, 0xFF9F}};
inline constexpr Range kHan[] = {
    {0x3005, 0x3007}, {0x3400, 0x4DBF}, {0x4E00, 0x9FFF}, {0xF900, 0xFAFF}, {0x20000, 0x3FFFF}};

// Hebrew, Arabic and others whose vowels may be marks, Devanagari to Burmese, and the other scripts
// of South and Southeast Asia.
inline constexpr Range kSpelledWithMarks[] = {{0x0590, 0x109F}, {0x1700, 0x17FF},
                                              {0x1900, 0x1AAF}, {0x1B00, 0x1CFF},
                                              {0xA800, 0xABFF}, {0x11000, 0x11FFF}};

template <size_t kCount>
bool IsIn(const Range (&ranges)[kCount], uint32_t c) {
  return std::any_of(std::begin(ranges), std::end(ranges),
                     [c](const Range& range) { return c >= range.first && c <= range.last; });
}

}  // namespace script_ranges

// Returns whether a character is Chinese.
inline bool IsHanScript(uint32_t code_point) {
  return script_ranges::IsIn(script_ranges::kHan, code_point);
}
// Returns whether a character belongs to one of the other scripts.
inline bool IsUnspacedScript(uint32_t code_point) {
  return script_ranges::IsIn(script_ranges::kUnspaced, code_point);
}
// Returns whether a character belongs to a script whose marks are part of the spelling.
inline bool IsSpelledWithMarks(uint32_t code_point) {
  return script_ranges::IsIn(script_ranges::kSpelledWithMarks, code_point);
}

}  // namespace mtgauge
