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

}  // namespace
}  // namespace mtgauge
