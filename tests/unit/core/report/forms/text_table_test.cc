// Tests of tables that do not fit (core/report/forms/text_table.h).
#include "core/report/forms/text_table.h"

#include <gtest/gtest.h>

namespace mtgauge {
namespace {

TextTable MakeTable() {
  TextTable table;
  table.columns = {{"A", true}, {"B", true}, {"p"}, {"wins", false, true}, {"ties"}};
  table.rows = {{"one", "two", "0.5", "1", "2"}, {"one", "three", "0.25*", "10", "20"}};
  table.rules = {1};
  table.bold = {{1, 3}};
  return table;
}

TEST(SplitTable, KeepsTablesThatFit) {
  const std::string whole = AlignedTable(MakeTable());
  EXPECT_EQ(SplitTable(MakeTable(), SIZE_MAX), whole);
  EXPECT_EQ(SplitTable(MakeTable(), whole.find('\n')), whole);
}

TEST(SplitTable, RepeatsTheNamesInEveryPart) {
  EXPECT_EQ(SplitTable(MakeTable(), 30),
            "  A    B          p\n"
            "  -----------------\n"
            "  one  two      0.5\n"
            "  -----------------\n"
            "  one  three  0.25*\n"
            "\n"
            "  A    B      wins  ties\n"
            "  ----------------------\n"
            "  one  two      1      2\n"
            "  ----------------------\n"
            "  one  three   10#    20\n");
}

TEST(SplitTable, MakesAsFewPartsAsFit) {
  TextTable table;
  table.columns = {{"m", true}, {"one", false, true}, {"two", false, true}, {"three", false, true}};
  table.rows = {{"x", "1", "2", "3"}};
  EXPECT_EQ(SplitTable(table, 14),
            "  m  one  two\n"
            "  -----------\n"
            "  x    1    2\n"
            "\n"
            "  m  three\n"
            "  --------\n"
            "  x      3\n");
  // A column that is too wide has a part of its own.
  EXPECT_EQ(SplitTable(table, 4),
            "  m  one\n  ------\n  x    1\n\n"
            "  m  two\n  ------\n  x    2\n\n"
            "  m  three\n  --------\n  x      3\n");
}

}  // namespace
}  // namespace mtgauge
