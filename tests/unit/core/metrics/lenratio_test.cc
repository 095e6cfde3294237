// The ratio of lengths, by hand.
#include "tests/unit/core/metrics/word_definitions.h"

namespace mtgauge {
namespace {

using test::Points;
using test::Row;
using test::ScorePair;

TEST(Lenratio, ByHand) {
  EXPECT_EQ(ScorePair("lenratio", {"the cat sat on the mat"}, "on the mat the cat sat down").sums,
            (Row{7, 6}));
  EXPECT_EQ(ScorePair("lenratio", {"a b c d", "a b", "a"}, "a b c").sums, (Row{3, 2}));
  EXPECT_EQ(Points("lenratio", {""}, ""), 0);
  EXPECT_EQ(Points("lenratio", {""}, "a"), 0);
}

}  // namespace
}  // namespace mtgauge
