// Intervals on small resamples that can be checked by hand; scipy's figures are in
// tests/golden/stats/statistics_test.cc.
#include "core/stats/intervals.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <numeric>
#include <random>
#include <vector>

namespace mtgauge {
namespace {

using Doubles = std::vector<double>;

Doubles UpTo(size_t count) {
  Doubles values(count);
  std::iota(values.begin(), values.end(), 0.0);
  return values;
}

TEST(Intervals, PercentileAndBasicMirrorEachOther) {
  const Doubles resamples = UpTo(201);
  const Interval percentile = PercentileInterval(resamples, 0.05);
  EXPECT_EQ(percentile.low, 5);
  EXPECT_EQ(percentile.high, 195);
  const Interval basic = BasicInterval(resamples, 90, 0.05);
  EXPECT_EQ(basic.low, 180 - 195);
  EXPECT_EQ(basic.high, 180 - 5);
}

TEST(Intervals, OrderStatisticsAsSacrebleuTakesThem) {
  for (const size_t count : {1, 2, 39, 40, 79, 100, 999, 1000, 1001, 12345, 100000}) {
    const Interval interval = OrderInterval(UpTo(count), 0.05);
    EXPECT_EQ(interval.low, static_cast<double>(count / 40)) << count;
    EXPECT_EQ(interval.high, static_cast<double>(count - count / 40 - 1)) << count;
  }
  EXPECT_EQ(HalfWidth(OrderInterval(UpTo(1000), 0.05)), 474.5);
  EXPECT_EQ(OrderInterval(UpTo(100), 0.1).low, 5);
  EXPECT_EQ(OrderInterval(UpTo(1000), 0.01).low, 5);
  // The widest alpha still leaves a point.
  EXPECT_EQ(HalfWidth(OrderInterval(UpTo(101), 0.999999)), 0);
}

TEST(Intervals, OfNothingAndOfOne) {
  for (const Interval& interval :
       {PercentileInterval({}, 0.05), BasicInterval({}, 1, 0.05), OrderInterval({}, 0.05),
        BcaInterval({}, 1, {}, 0.05).interval, Interval{}}) {
    EXPECT_TRUE(std::isnan(interval.low) && std::isnan(interval.high));
  }
  const Doubles one = {3};
  EXPECT_EQ(PercentileInterval(one, 0.05).low, 3);
  EXPECT_EQ(PercentileInterval(one, 0.05).high, 3);
  EXPECT_EQ(BasicInterval(one, 4, 0.05).low, 5);
}

TEST(Bca, WithoutBiasAndSkewItIsThePercentileInterval) {
  const Doubles resamples = UpTo(201), jackknife = {-1, 0, 1};
  const BcaResult bca = BcaInterval(resamples, 100, jackknife, 0.05);
  EXPECT_EQ(bca.undefined, "");
  EXPECT_NEAR(bca.interval.low, 5, 1e-12);
  EXPECT_NEAR(bca.interval.high, 195, 1e-12);
}

TEST(Bca, BiasAndSkewMoveIt) {
  const Doubles resamples = UpTo(201), even = {-1, 0, 1}, skewed = {3, 0, 0, 0};
  const Interval biased = BcaInterval(resamples, 120, even, 0.05).interval;
  EXPECT_GT(biased.low, 5);
  EXPECT_GT(biased.high, 195);
  // The unit that lowers the statistic most when left out has the long tail above.
  const Interval accelerated = BcaInterval(resamples, 100, Doubles{0, 3, 3, 3}, 0.05).interval;
  EXPECT_GT(accelerated.low, 5);
  EXPECT_GT(accelerated.high, 195);
  const Interval other_way = BcaInterval(resamples, 100, skewed, 0.05).interval;
  EXPECT_LT(other_way.low, 5);
  EXPECT_LT(other_way.high, 195);
}

TEST(Bca, SaysWhyThereIsNone) {
  const Doubles resamples = UpTo(10), equal(10, 5.0), jackknife = {-1, 0, 1};
  EXPECT_NE(BcaInterval(resamples, -1, jackknife, 0.05).undefined, "");
  EXPECT_NE(BcaInterval(resamples, 10, jackknife, 0.05).undefined, "");
  EXPECT_NE(BcaInterval(resamples, 5, Doubles{2, 2, 2}, 0.05).undefined, "");
  EXPECT_NE(BcaInterval(resamples, 5, {}, 0.05).undefined, "");
  // Far out in a skewed tail, on either side, the correction has a pole.
  for (const double outlier : {-1.0, 1.0}) {
    Doubles lone(100, 0.0);
    lone[0] = outlier;
    EXPECT_NE(BcaInterval(resamples, 5, lone, 1e-30).undefined, "") << outlier;
    EXPECT_EQ(BcaInterval(resamples, 5, lone, 0.05).undefined, "") << outlier;
  }
  for (const double observed : {-1.0, 10.0}) {
    EXPECT_TRUE(std::isnan(BcaInterval(resamples, observed, jackknife, 0.05).interval.low));
  }
  // Resamples that are all equal to the observed value are on both sides of it.
  const BcaResult still = BcaInterval(equal, 5, jackknife, 0.05);
  EXPECT_EQ(still.interval.low, 5);
  EXPECT_EQ(still.interval.high, 5);
}

// d +- radius excludes 0 exactly if the test rejects.
TEST(SymmetricRadius, AgreesWithTheTest) {
  std::mt19937_64 random(1);
  for (const size_t resamples : {1, 2, 9, 18, 19, 20, 59, 99, 100, 199, 999}) {
    // As doubles, the second-to-last times 100 is below 57, and the last times 100 is 5.
    for (const double alpha :
         {0.001, 0.01, 0.05, 0.1, 0.3, 0.7, 0.95, 0.57, 0.049999999999999996}) {
      Doubles deviations = UpTo(resamples);
      std::shuffle(deviations.begin(), deviations.end(), random);
      const double radius = SymmetricRadius(deviations, alpha);
      for (double d = 0; d <= static_cast<double>(resamples); d += 0.5) {
        const auto count = std::count_if(deviations.begin(), deviations.end(),
                                         [d](double value) { return value >= d; });
        const double p = static_cast<double>(count + 1) / static_cast<double>(resamples + 1);
        ASSERT_EQ(d - radius > 0, p <= alpha) << resamples << " " << alpha << " " << d;
      }
    }
  }
}

TEST(SymmetricRadius, IsInfiniteWhenNothingCouldBeSignificant) {
  Doubles eighteen(18, 1.0), nineteen(19, 1.0);
  EXPECT_TRUE(std::isinf(SymmetricRadius(eighteen, 0.05)));
  EXPECT_EQ(SymmetricRadius(nineteen, 0.05), 1);  // 1/20 is 0.05
  EXPECT_TRUE(std::isinf(SymmetricRadius({}, 0.05)));
}

TEST(Power, ClosedForms) {
  // z(.975) + z(.8) = 1.959964 + 0.841621
  EXPECT_NEAR(MinimalDetectable(2, 0.05, 0.8), 2 * 2.8015852181129686, 1e-14);
  EXPECT_EQ(MinimalDetectable(0, 0.05, 0.8), 0);
  EXPECT_EQ(MonteCarloError(0.5, 100), 0.05);
  EXPECT_EQ(MonteCarloError(1, 100), 0);
}

}  // namespace
}  // namespace mtgauge
