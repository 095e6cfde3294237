// Exact match: by hand, and compared with its definition on random segments.
#include "tests/unit/core/metrics/word_definitions.h"

namespace mtgauge {
namespace {

using test::Points;
using test::Row;
using test::ScorePair;
using test::Words;

TEST(Exact, ByHand) {
  EXPECT_EQ(ScorePair("exact", {"the cat"}, "the cat sat").sums, (Row{0, 1}));
  EXPECT_EQ(ScorePair("exact", {"a", "b"}, "b").sums, (Row{1, 1}));
  EXPECT_EQ(Points("exact", {" "}, ""), 100);
}

TEST(Exact, UnequalBytesAreNotEqualTokens) {
  EXPECT_EQ(ScorePair("exact", {std::string("a") + '\0'}, "a").sums[0], 0);
  EXPECT_EQ(ScorePair("exact", {"averylongword1"}, "averylongword2").sums[0], 0);
  EXPECT_EQ(ScorePair("exact", {"averylongword1"}, "averylongword1 ").sums[0], 1);
}

TEST(Exact, ByDefinition) {
  test::ExpectDefinitions("exact", [](const Words& hyp, const Words& ref) {
    return Row{hyp == ref ? 1 : 0, 1};
  });
}

}  // namespace
}  // namespace mtgauge
