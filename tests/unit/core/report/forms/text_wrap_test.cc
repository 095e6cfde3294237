// Lines of words, and tables whose last column is wrapped.
#include "core/report/forms/text_wrap.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cstdlib>
#include <sstream>
#include <string>

#include "cli/console/console.h"
#include "core/report/forms/text_table.h"

namespace mtgauge {
namespace {

using ::testing::ElementsAre;
using ::testing::IsEmpty;

TEST(WrapWords, BreaksAtSpaces) {
  EXPECT_THAT(WrapWords("", 10), IsEmpty());
  EXPECT_THAT(WrapWords("one", 10), ElementsAre("one"));
  EXPECT_THAT(WrapWords("one two three", 7), ElementsAre("one two", "three"));
  EXPECT_THAT(WrapWords("one two three", 13), ElementsAre("one two three"));
  EXPECT_THAT(WrapWords("a word-that-is-too-long b", 6),
              ElementsAre("a", "word-that-is-too-long", "b"));
}

// Several bytes may be one column.
TEST(WrapWords, CountsColumns) { EXPECT_THAT(WrapWords("ćć ćć", 5), ElementsAre("ćć ćć")); }

TEST(Hanging, StandsBehindOrBelowItsHead) {
  EXPECT_EQ(Hanging("ab", "one two three", 5, 12), "ab   one two\n     three\n");
  EXPECT_EQ(Hanging("abcd", "one two", 5, 12), "abcd\n     one two\n");
  EXPECT_EQ(Hanging("ab", "", 5, 12), "ab\n");
}

TEST(WrappedTable, WrapsTheLastColumn) {
  const TextTable table = {{{"n", true}, {"about", true}},
                           {{"a", "words that need more than one line of the table"}, {"b", ""}},
                           {}};
  const std::string rule(24 + 3, '-');
  EXPECT_EQ(WrappedTable(table, 29), "  n  about\n  " + rule +
                                         "\n  a  words that need more\n"
                                         "     than one line of the\n     table\n  b\n");
  EXPECT_EQ(WrappedTable(table, 52), AlignedTable(table));
  // Never too narrow to read, and with room for long words.
  const TextTable long_word = {{{"about", true}}, {{"a-word-of-more-columns-than-those and"}}, {}};
  EXPECT_THAT(WrappedTable(long_word, 20), testing::HasSubstr("-than-those\n  and\n"));
  EXPECT_EQ(WrappedTable(table, 1), WrappedTable(table, 29));
}

TEST(OutputColumns, ReadsTheVariable) {
  for (const auto& [value, columns] : {std::pair("100", 100), std::pair("20", 40),
                                       std::pair("1000", 120), std::pair("word", 80)}) {
    setenv("COLUMNS", value, 1);
    if (std::string(value) == "word" && TerminalColumns(1) > 0) continue;
    EXPECT_EQ(OutputColumns(), static_cast<size_t>(columns)) << value;
  }
  unsetenv("COLUMNS");
}

}  // namespace
}  // namespace mtgauge
