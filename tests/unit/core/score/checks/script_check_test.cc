// Scripts without spaces.
#include "core/score/checks/script_check.h"

#include <gtest/gtest.h>

#include <string>
#include <string_view>

namespace mtgauge {
namespace {

std::string Times(std::string_view part, size_t times) {
  std::string text;
  for (size_t i = 0; i < times; ++i) text += part;
  return text;
}

TEST(ScriptCheck, EveryScriptWithoutSpaces) {
  EXPECT_EQ(ScriptOf(Times("\u6CB3\u8FB9", 9)), Script::kHan);
  for (const std::string_view pair :
       {"\u3042\u30A2", "\u0E01\u0E02", "\u0E81\u0E82", "\u1780\u1781", "\u1000\u1001",
        "\u0F40\u0F41", "\uFF71\uFF72", "\u6CB3\u306E"}) {
    EXPECT_EQ(ScriptOf(Times(pair, 9)), Script::kUnspaced) << pair;
  }
}

TEST(ScriptCheck, OtherTextHasSpaces) {
  for (const std::string_view pair : {"ab ", "\u0434\u0430 ", "\u0627\u0628 ", "\u05D0 ", "\u03B1 ",
                                      "\uD55C\uAD6D ", "\u00E9 ", "\u0915\u0916 ", "\U0001F600"}) {
    EXPECT_EQ(ScriptOf(Times(pair, 9)), Script::kSpaced) << pair;
  }
  EXPECT_EQ(ScriptOf(""), Script::kSpaced);
  EXPECT_EQ(ScriptOf("\xFF\x80\x80\x80\x80"), Script::kSpaced);
  EXPECT_EQ(ScriptOf("a river \u6CB3 runs"), Script::kSpaced);
}

TEST(ScriptCheck, ATokenizerMayBeForHanAlone) {
  ScriptCounts han, kana;
  for (int i = 0; i < 3; ++i) han.Add(Script::kHan);
  for (int i = 0; i < 3; ++i) kana.Add(Script::kUnspaced);
  EXPECT_TRUE(LeavesWhole(*FindTokenizer("13a"), han));
  EXPECT_TRUE(LeavesWhole(*FindTokenizer("13a"), kana));
  EXPECT_FALSE(LeavesWhole(*FindTokenizer("zh"), han));
  EXPECT_TRUE(LeavesWhole(*FindTokenizer("zh"), kana));
  EXPECT_FALSE(LeavesWhole(*FindTokenizer("char"), han));
  EXPECT_FALSE(LeavesWhole(*FindTokenizer("char"), kana));
  for (int i = 0; i < 3; ++i) han.Add(Script::kSpaced);
  EXPECT_FALSE(LeavesWhole(*FindTokenizer("13a"), han));
}

}  // namespace
}  // namespace mtgauge
