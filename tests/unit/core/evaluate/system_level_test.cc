// Scores of whole systems, and their comparison with human scores.
#include "core/evaluate/system_level.h"

#include <gtest/gtest.h>

#include <cmath>
#include <vector>

namespace mtgauge {
namespace {

using Doubles = std::vector<double>;

TEST(MetaSystemLevel, OrientationIsPeoples) {
  const Doubles human = {1, 3, 2}, metric = {10, 20, 40};
  const Doubles swapped_human = {3, 1, 2}, swapped_metric = {20, 10, 40};
  EXPECT_DOUBLE_EQ(DifferentialPearson(human, metric, Orientation::kHuman),
                   DifferentialPearson(swapped_human, swapped_metric, Orientation::kHuman));
  EXPECT_NE(DifferentialPearson(human, metric, Orientation::kInput),
            DifferentialPearson(swapped_human, swapped_metric, Orientation::kInput));
  const PairAccuracy accuracy = PairwiseAccuracy(human, metric);
  EXPECT_EQ(accuracy.agreeing, 2u);
  EXPECT_EQ(accuracy.pairs, 3u);
}

TEST(MetaSystemLevel, SystemsThatTieExceedAlways) {
  const std::vector<int64_t> rows = {1, 2, 3, 1, 2, 3};
  const Doubles p = SignFlipP(rows, 2);
  EXPECT_EQ(p, (Doubles{0, 1, 0, 0}));
  EXPECT_EQ(SoftPairwiseAccuracy(p, p, 2), 1);
}

}  // namespace
}  // namespace mtgauge
