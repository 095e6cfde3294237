// Numbers and names as they are printed.
#include "core/base/printing.h"

#include <gtest/gtest.h>

namespace mtgauge {
namespace {

TEST(Printing, OneAndMany) {
  EXPECT_EQ(Counted(0, "line"), "0 lines");
  EXPECT_EQ(Counted(1, "line"), "1 line");
  EXPECT_EQ(Counted(2, "hypothesis", "hypotheses"), "2 hypotheses");
  EXPECT_EQ(Counted(1, "segment is", "segments are"), "1 segment is");
  EXPECT_EQ(LinesForSegments(1, 6), "1 line for 6 segments");
}

TEST(Printing, NamesBreakNoLine) { EXPECT_EQ(Printable("a\tb\nc\x7F"), "a\\x09b\\x0Ac\\x7F"); }

TEST(Printing, NothingCommandsATerminal) {
  EXPECT_EQ(Printable("\x1B[31m"), "\\x1B[31m");
  EXPECT_EQ(Printable("a\u009B31m \u0085"), "a\\xC2\\x9B31m \\xC2\\x85");
  EXPECT_EQ(Printable("\x9B"
                      "31m \xE2\x80"),
            "\\x9B31m \xE2\\x80");  // not UTF-8
  EXPECT_EQ(Printable("\u2028\u202E\u2066"), "\\xE2\\x80\\xA8\\xE2\\x80\\xAE\\xE2\\x81\\xA6");
  for (const char* const usual : {"\u00A0\u00E9", "\u2027\u202F\u2065\u206A", "\u6C34\u30DB",
                                  "\U0001F40C", "\xE9t\xE9", ""}) {
    EXPECT_EQ(Printable(usual), usual);
  }
  EXPECT_EQ(OneLine("a\u202Bb\tc\u009B"), "a\u202Bb\\x09c\u009B");  // data stay
}

}  // namespace
}  // namespace mtgauge
