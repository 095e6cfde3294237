// Tests of two metrics, compared with the exact distributions by brute force.
#include "core/evaluate/metric_tests.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <numeric>
#include <random>
#include <utility>
#include <vector>

#include "tests/unit/core/evaluate/random_grid.h"

namespace mtgauge {
namespace {

using test::Doubles;
using test::NaivePairs;
using test::RandomGrid;
using test::RandomValues;

// Constant groups and groups of one: only NaN is left out, in both ways.
TEST(MetaPermBoth, SumsGiveWhatTheValuesGive) {
  std::mt19937 random(3);
  for (int round = 0; round < 40; ++round) {
    const double missing = round % 3 * 0.25;
    const ScoreGrid human = RandomGrid(random, 5, 12, round % 4, missing);
    std::vector<ScoreGrid> grids;
    for (const int steps : {0, 1, 2, 6}) grids.push_back(RandomGrid(random, 5, 12, steps, missing));
    for (double& value : grids.back().values) value += 1e6;  // sums that cancel
    const std::vector<const ScoreGrid*> metrics = {&grids[0], &grids[1], &grids[2], &grids[3]};
    for (const Grouping grouping : {Grouping::kNone, Grouping::kSystem, Grouping::kItem}) {
      const PermBoth test(Statistic::kPearson, human, metrics, grouping);
      constexpr uint32_t kDraws = 6;
      std::vector<uint8_t> keeps(kDraws * test.cells(), 1);
      for (size_t k = test.cells(); k < keeps.size(); ++k) keeps[k] = random() % 2 == 0 ? 1 : 0;
      Doubles quick(kDraws * 16), slow(kDraws * 16);
      test.Draw(keeps, kDraws, quick);
      test.DrawSlowly(keeps, kDraws, slow);
      for (size_t k = 0; k < quick.size(); ++k) {
        EXPECT_EQ(std::isnan(quick[k]), std::isnan(slow[k]));
        if (!std::isnan(slow[k])) EXPECT_NEAR(quick[k], slow[k], 1e-12);
      }
    }
  }
}

// Returns p over all 2^n ways to swap the pairs that matter.
double NaiveSignP(const std::vector<std::pair<double, bool>>& coins) {
  uint64_t at_least = 0;
  double observed = 0;
  for (const auto& [weight, first] : coins) observed += first ? weight : -weight;
  for (uint64_t swaps = 0; swaps < uint64_t{1} << coins.size(); ++swaps) {
    double sum = 0;
    for (size_t k = 0; k < coins.size(); ++k) {
      sum += (swaps >> k & 1) != 0 ? coins[k].first : -coins[k].first;
    }
    at_least += sum >= observed - 1e-9 ? 1 : 0;
  }
  return std::ldexp(static_cast<double>(at_least), -static_cast<int>(coins.size()));
}

TEST(MetaSignTest, IsTheLawOfAllSwaps) {
  std::mt19937 random(4);
  size_t compared = 0;
  for (int round = 0; round < 200; ++round) {
    const double missing = round % 2 * 0.3;
    const ScoreGrid human = RandomGrid(random, 4, 4, 3, missing);
    const ScoreGrid first = RandomGrid(random, 4, 4, 3, 0), second = RandomGrid(random, 4, 4, 3, 0);
    const ScoreGrid* const grids[] = {&human, &first, &second};
    std::vector<std::pair<double, bool>> coins;
    for (const auto& cells : GroupCells(grids, Grouping::kItem)) {
      const double weight = 2.0 / static_cast<double>(cells.size() * (cells.size() - 1));
      for (size_t i = 0; i < cells.size(); ++i) {
        for (size_t j = 0; j < i; ++j) {
          const auto agrees = [&](const ScoreGrid& metric, double eps) {
            const Doubles x = {human.values[cells[i]], human.values[cells[j]]};
            return NaivePairs(x, {metric.values[cells[i]], metric.values[cells[j]]}, eps)
                       .agreeing() == 1;
          };
          const bool a = agrees(first, 0.25), b = agrees(second, 0);
          if (a != b) coins.emplace_back(weight, a);
        }
      }
    }
    if (coins.size() > 14) continue;
    const SignTest test = ComputeSignTest(human, first, 0.25, second, 0, Grouping::kItem);
    EXPECT_TRUE(test.exact);
    EXPECT_NEAR(test.p, NaiveSignP(coins), 1e-12);
    ++compared;
  }
  EXPECT_GT(compared, 50u);
}

// Groups of many sizes: a normal distribution replaces the exact one, which has too many values.
TEST(MetaSignTest, ManySizesAreNormal) {
  std::mt19937 random(5);
  const ScoreGrid human = RandomGrid(random, 60, 100, 5, 0.4);
  const ScoreGrid first = RandomGrid(random, 60, 100, 0, 0),
                  second = RandomGrid(random, 60, 100, 0, 0);
  const SignTest test = ComputeSignTest(human, first, 0, second, 0, Grouping::kItem);
  EXPECT_FALSE(test.exact);
  const SignTest turned = ComputeSignTest(human, second, 0, first, 0, Grouping::kItem);
  EXPECT_NEAR(test.p + turned.p, 1, 1e-9);
  EXPECT_EQ(test.first, turned.second);
}

TEST(MetaSignTest, TheSameMetricTwice) {
  std::mt19937 random(6);
  const ScoreGrid human = RandomGrid(random, 4, 5, 3, 0), metric = RandomGrid(random, 4, 5, 0, 0);
  const SignTest test = ComputeSignTest(human, metric, 0, metric, 0, Grouping::kItem);
  EXPECT_EQ(test.first + test.second, 0u);
  EXPECT_EQ(test.p, 1);
  EXPECT_EQ(ComputeWilliams(0.5, 0.5, 1, 10).p, 0.5);
}

TEST(MetaSignedRanks, IsTheLawOfAllSigns) {
  std::mt19937 random(7);
  for (size_t n = 1; n <= 12; ++n) {
    const Doubles differences = RandomValues(random, n, 0);
    Doubles sizes;
    for (const double difference : differences) sizes.push_back(std::fabs(difference));
    const Doubles ranks = AverageRanks(sizes);
    const SignedRankTest test = ComputeSignedRanks(differences);
    uint64_t as_small = 0;
    for (uint64_t signs = 0; signs < uint64_t{1} << n; ++signs) {
      double plus = 0;
      for (size_t k = 0; k < n; ++k) plus += (signs >> k & 1) != 0 ? ranks[k] : 0;
      as_small += plus <= test.statistic ? 1 : 0;
    }
    EXPECT_NEAR(test.p,
                std::min(1.0, std::ldexp(2 * static_cast<double>(as_small), -static_cast<int>(n))),
                1e-14);
  }
  EXPECT_EQ(ComputeSignedRanks(Doubles{0, 0}).p, 1);
}

}  // namespace
}  // namespace mtgauge
