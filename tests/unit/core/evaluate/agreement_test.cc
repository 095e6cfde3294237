// Agreement statistics, compared with slow definitions on random tables with ties, constants and
// missing scores.
#include "core/evaluate/agreement.h"

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

// Counts outputs one by one, and all pairs of a good one and another.
struct NaiveGood {
  double tp = 0, fp = 0, fn = 0, tn = 0, won = 0, pairs = 0;
};

NaiveGood CountNaively(const ScoreGrid& human, const ScoreGrid& metric, double good, double cut) {
  NaiveGood counts;
  std::vector<std::pair<bool, double>> outputs;
  for (size_t k = 0; k < human.values.size(); ++k) {
    if (std::isnan(human.values[k]) || std::isnan(metric.values[k])) continue;
    outputs.emplace_back(human.values[k] >= good, metric.values[k]);
  }
  for (const auto& [is_good, score] : outputs) {
    (is_good ? score >= cut ? counts.tp : counts.fn : score >= cut ? counts.fp : counts.tn) += 1;
    for (const auto& [other_is_good, other] : outputs) {
      if (!is_good || other_is_good) continue;
      ++counts.pairs;
      counts.won += score > other ? 1 : score == other ? 0.5 : 0;
    }
  }
  return counts;
}

TEST(MetaAgreement, GoodTranslationsAreCounted) {
  std::mt19937 random(3);
  for (int round = 0; round < 60; ++round) {
    const ScoreGrid human = RandomGrid(random, 3, 11, round % 4 + 1, round % 3 * 0.2);
    const ScoreGrid metric = RandomGrid(random, 3, 11, round % 5 * 3, round % 2 * 0.1);
    const double good = human.values[random() % 33], cut = metric.values[random() % 33];
    if (std::isnan(good) || std::isnan(cut)) continue;
    const NaiveGood want = CountNaively(human, metric, good, cut);
    const GoodCounts counts = CountGood(human, metric, good, cut);
    EXPECT_EQ(static_cast<double>(counts.both), want.tp);
    EXPECT_EQ(static_cast<double>(counts.predicted), want.tp + want.fp);
    EXPECT_EQ(static_cast<double>(counts.good), want.tp + want.fn);
    EXPECT_EQ(static_cast<double>(counts.all), want.tp + want.fp + want.fn + want.tn);
    const double spread =
        (want.tp + want.fp) * (want.tp + want.fn) * (want.tn + want.fp) * (want.tn + want.fn);
    if (spread == 0) {
      EXPECT_TRUE(std::isnan(counts.Mcc()));
    } else {
      EXPECT_NEAR(counts.Mcc(), (want.tp * want.tn - want.fp * want.fn) / std::sqrt(spread), 1e-13);
    }
    const double area = OrderOfGood(human, metric, good)(std::vector<uint32_t>(11, 1));
    if (want.pairs == 0) {
      EXPECT_TRUE(std::isnan(area));
    } else {
      EXPECT_NEAR(area, want.won / want.pairs, 1e-14);
    }
  }
}

}  // namespace
}  // namespace mtgauge
