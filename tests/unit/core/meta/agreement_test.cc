// Agreement statistics and their tests against slow definitions, on random tables with ties,
// constants and missing scores.
#include "core/meta/agreement.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <numeric>
#include <random>
#include <vector>

#include "core/meta/metric_tests.h"
#include "core/meta/pairs.h"
#include "core/meta/system_level.h"

namespace mtgauge {
namespace {

using Doubles = std::vector<double>;

// Multiples of 1/4 in a narrow range have many ties; `steps` 0 gives reals.
Doubles RandomValues(std::mt19937& random, size_t count, int steps) {
  std::uniform_int_distribution<int> tied(0, std::max(steps, 1) - 1);
  std::normal_distribution<double> real;
  Doubles values(count);
  for (double& value : values) value = steps > 0 ? tied(random) * 0.25 : real(random);
  return values;
}

ScoreGrid RandomGrid(std::mt19937& random, uint32_t systems, uint32_t items, int steps,
                     double missing) {
  ScoreGrid grid{systems, items, RandomValues(random, size_t{systems} * items, steps)};
  std::bernoulli_distribution drop(missing);
  for (double& value : grid.values) value = drop(random) ? NAN : value;
  return grid;
}

PairCounts NaivePairs(const Doubles& human, const Doubles& metric, double eps) {
  PairCounts counts;
  for (size_t i = 0; i < human.size(); ++i) {
    for (size_t j = 0; j < i; ++j) {
      const bool x = human[i] == human[j], y = std::fabs(metric[i] - metric[j]) <= eps;
      if (x && y) ++counts.both_ties;
      if (x && !y) ++counts.human_ties;
      if (!x && y) ++counts.metric_ties;
      if (x || y) continue;
      ++((human[i] < human[j]) == (metric[i] < metric[j]) ? counts.concordant : counts.discordant);
    }
  }
  return counts;
}

TEST(MetaPairs, CountsAreThoseOfAllPairs) {
  std::mt19937 random(1);
  for (const size_t n : {0u, 1u, 2u, 3u, 31u, 32u, 33u, 64u, 257u}) {
    for (const int steps : {0, 1, 2, 7, 50}) {
      const Doubles human = RandomValues(random, n, steps);
      for (const int other : {0, 1, 3, 20}) {
        const Doubles metric = RandomValues(random, n, other);
        for (const double eps : {0.0, 0.25, 0.3, 1.0, 100.0}) {
          EXPECT_EQ(CountPairs(human, metric, eps), NaivePairs(human, metric, eps))
              << n << " " << steps << " " << other << " " << eps;
        }
      }
    }
  }
}

TEST(MetaPairs, NothingToDivideBy) {
  const Doubles constant = {1, 1, 1}, rising = {1, 2, 3};
  EXPECT_TRUE(std::isnan(TauB(CountPairs(constant, rising))));
  EXPECT_TRUE(std::isnan(TauB(CountPairs(rising, constant))));
  EXPECT_TRUE(std::isnan(Acc23(PairCounts())));
  EXPECT_TRUE(std::isnan(TauLike(CountDistantPairs(rising, rising, 5))));
  EXPECT_TRUE(std::isnan(Pearson(constant, rising)));
  EXPECT_TRUE(std::isnan(Pearson(Doubles{1}, Doubles{1})));
  EXPECT_EQ(TauB(CountPairs(rising, rising)), 1);
  EXPECT_EQ(Acc23(CountPairs(constant, constant)), 1);
}

TEST(MetaAgreement, SpearmanSharesRanks) {
  EXPECT_EQ(AverageRanks(Doubles{3, 1, 3, 2}), (Doubles{3.5, 1, 3.5, 2}));
  EXPECT_EQ(AverageRanks(Doubles{5, 5, 5}), (Doubles{2, 2, 2}));
  EXPECT_TRUE(AverageRanks(Doubles{}).empty());
}

// All candidates, each with its averages over a common denominator.
Calibration NaiveCalibration(const ScoreGrid& human, const ScoreGrid& metric, Grouping grouping) {
  const ScoreGrid* const grids[] = {&human, &metric};
  const auto groups = GroupCells(grids, grouping);
  Doubles candidates = {0};
  int64_t multiple = 1, used = 0;
  for (const auto& cells : groups) {
    const auto n = static_cast<int64_t>(cells.size());
    if (n < 2) continue;
    ++used;
    multiple = std::lcm(multiple, n * (n - 1) / 2);
    for (const size_t a : cells) {
      for (const size_t b : cells) {
        candidates.push_back(std::fabs(metric.values[a] - metric.values[b]));
      }
    }
  }
  std::sort(candidates.begin(), candidates.end());
  int64_t best = -1;
  Calibration out;
  for (const double eps : candidates) {
    int64_t sum = 0;
    for (const auto& cells : groups) {
      const PairCounts counts = NaivePairs(Gather(human, cells), Gather(metric, cells), eps);
      if (counts.all() > 0) sum += counts.agreeing() * (multiple / counts.all());
    }
    if (sum <= best) continue;
    best = sum;
    out = {eps, static_cast<double>(sum) / static_cast<double>(multiple * used)};
  }
  return out;
}

TEST(MetaAgreement, CalibrationIsTheFirstBestCandidate) {
  std::mt19937 random(2);
  for (int round = 0; round < 60; ++round) {
    const ScoreGrid human = RandomGrid(random, 4, 9, round % 4 + 1, round % 3 * 0.2);
    const ScoreGrid metric = RandomGrid(random, 4, 9, round % 5 * 3, round % 2 * 0.1);
    for (const Grouping grouping : {Grouping::kNone, Grouping::kSystem, Grouping::kItem}) {
      const Calibration want = NaiveCalibration(human, metric, grouping);
      const Calibration got = CalibrateTies(human, metric, grouping);
      EXPECT_EQ(got.eps, want.eps) << round;
      EXPECT_NEAR(got.accuracy, want.accuracy, 1e-14) << round;
    }
  }
}

TEST(MetaAgreement, CalibrationWithoutPairs) {
  const ScoreGrid one{1, 1, {2}};
  EXPECT_EQ(CalibrateTies(one, one, Grouping::kItem).eps, 0);
  EXPECT_TRUE(std::isnan(CalibrateTies(one, one, Grouping::kItem).accuracy));
}

// Constant groups and groups of one: nothing but NaN is left out, on both ways.
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

// All 2^n ways to swap the pairs that matter.
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

// Groups of many sizes: the normal law stands in for one of too many values.
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
  EXPECT_EQ(p, (Doubles{0, 1, 1, 0}));
  EXPECT_EQ(SoftPairwiseAccuracy(p, p, 2), 1);
}

}  // namespace
}  // namespace mtgauge
