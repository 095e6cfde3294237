// The scripts of letters beside a search of their ranges.
#include "core/text/letter_scripts.h"

#include <gtest/gtest.h>

#include <set>
#include <string_view>

namespace mtgauge {
namespace {

struct LetterRange {
  uint32_t first, last;
  uint8_t script;
};
#include "core/text/script_tables.inc"

uint8_t SlowScript(uint32_t code_point) {
  for (const LetterRange& range : kLetterRanges) {
    if (range.first <= code_point && code_point <= range.last) return range.script;
  }
  return 0;
}

TEST(LetterScripts, AreThoseOfTheRanges) {
  for (uint32_t c = 0; c < 0x34000; ++c) {
    ASSERT_EQ(int{LetterScript(c)}, int{SlowScript(c)}) << std::hex << c;
  }
  for (const uint32_t c : {0x10FFFFU, 0x110000U, UINT32_MAX}) EXPECT_EQ(LetterScript(c), 0) << c;
}

TEST(LetterScripts, BelongTogetherInJapaneseAndKorean) {
  const std::set<std::string_view> japanese = {"Han", "Hiragana", "Katakana", "Bopomofo"},
                                   korean = {"Han", "Hangul"};
  for (uint32_t a = 0; a < std::size(kScriptNames); ++a) {
    for (uint32_t b = 0; b < std::size(kScriptNames); ++b) {
      const std::string_view first = kScriptNames[a], second = kScriptNames[b];
      const bool together = a == b || (japanese.contains(first) && japanese.contains(second)) ||
                            (korean.contains(first) && korean.contains(second));
      EXPECT_EQ(BelongTogether(static_cast<uint8_t>(a), static_cast<uint8_t>(b)), together)
          << first << ' ' << second;
    }
  }
}

}  // namespace
}  // namespace mtgauge
