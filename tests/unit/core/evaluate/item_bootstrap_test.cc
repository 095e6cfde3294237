// Measures of drawn segments: the fast forms, compared with measuring a grid of the drawn segments,
// and the draws, compared with those of the resampler.
#include "core/evaluate/item_bootstrap.h"

#include <gtest/gtest.h>

#include <cmath>
#include <memory>
#include <random>
#include <utility>
#include <vector>

#include "core/evaluate/system_level.h"
#include "core/stats/row_store.h"
#include "parallel/significance/resampler.h"

namespace mtgauge {
namespace {

// Ties for small `steps`, real numbers for 0.
SideScores RandomSide(std::mt19937& random, uint32_t systems, uint32_t items, int steps,
                      double missing) {
  std::uniform_int_distribution<int> tied(0, std::max(steps, 1) - 1);
  std::normal_distribution<double> real(30, 4);
  std::bernoulli_distribution drop(missing);
  SideScores side;
  side.segments = {systems, items, {}};
  for (size_t cell = 0; cell < size_t{systems} * items; ++cell) {
    const double score = steps > 0 ? tied(random) * 0.25 : real(random);
    side.segments.values.push_back(drop(random) ? NAN : score);
  }
  side.systems = SystemMeans(side.segments);
  auto lengths = std::make_shared<ScoreGrid>(side.segments);
  for (double& length : lengths->values) length = static_cast<double>(10 + random() % 40);
  side.lengths = std::move(lengths);
  auto marks = std::make_shared<ScoreGrid>(side.segments);
  for (double& mark : marks->values) {
    if (!std::isnan(mark)) mark = static_cast<double>(random() % 2);
  }
  side.marks = std::move(marks);
  return side;
}

std::vector<uint32_t> RandomCounts(std::mt19937& random, uint32_t items, int round) {
  std::vector<uint32_t> counts(items);
  if (round == 0) return std::vector<uint32_t>(items, 1);
  if (round == 1) counts[items / 2] = items;  // only one
  for (uint32_t i = 0; i < items && round > 1; ++i) ++counts[random() % items];
  return counts;
}

void ExpectSameAsGrid(const MeasureRow& measure, const SideScores& human, const SideScores& metric,
                      const MeasureOptions& options, const std::vector<uint32_t>& counts) {
  const ItemFunction quick = MakeItemFunction(measure, human, metric, options);
  if (quick == nullptr) return;
  const double got = quick(counts);
  const double want = MakeDrawnGridFunction(measure, human, metric, options)(counts);
  EXPECT_EQ(std::isnan(got), std::isnan(want)) << measure.name;
  if (!std::isnan(want)) EXPECT_NEAR(got, want, 1e-12 * (1 + std::fabs(want))) << measure.name;
}

TEST(ItemBootstrap, QuickFormsMeasureWhatWasDrawn) {
  std::mt19937 random(5);
  for (int table = 0; table < 30; ++table) {
    const int steps = table % 3 * 2;
    const double missing = table % 4 * 0.15;
    const uint32_t systems = 2 + table % 5, items = 1 + table % 13;
    const SideScores human = RandomSide(random, systems, items, steps, missing);
    const SideScores metric = RandomSide(random, systems, items, table % 4, missing / 2);
    MeasureOptions options;
    options.threshold = 0.4;
    options.average = {table % 2 == 1, table % 3 == 1};
    options.good = steps > 0 ? 0.5 : 30;
    options.error_free = table % 2 == 0;
    if (table % 5 > 0) options.good_metric = options.good;
    for (int round = 0; round < 6; ++round) {
      const std::vector<uint32_t> counts = RandomCounts(random, items, round);
      for (const MeasureRow& measure : Measures()) {
        ExpectSameAsGrid(measure, human, metric, options, counts);
        for (const Grouping grouping : {Grouping::kNone, Grouping::kSystem, Grouping::kItem}) {
          MeasureOptions grouped = options;
          grouped.grouping = grouping;
          ExpectSameAsGrid(measure, human, metric, grouped, counts);
        }
      }
    }
  }
}

TEST(ItemBootstrap, EveryItemOnceIsTheMeasureItself) {
  std::mt19937 random(6);
  const SideScores human = RandomSide(random, 5, 40, 4, 0.1);
  const SideScores metric = RandomSide(random, 5, 40, 9, 0);
  MeasureOptions options;
  options.threshold = 0.4;
  options.good = 0.5;
  options.good_metric = 1;
  size_t measured = 0;
  for (const MeasureRow& measure : Measures()) {
    const ItemFunction value = MakeItemFunction(measure, human, metric, options);
    if (value == nullptr) continue;
    ++measured;
    EXPECT_NEAR(value(std::vector<uint32_t>(40, 1)), measure.compute(human, metric, options).value,
                1e-12)
        << measure.name;
  }
  EXPECT_EQ(measured, 18u);  // all of segments except spa
}

// Far from 0, sums of squares lose the digits that a correlation needs.
TEST(ItemBootstrap, ScoresFarFromZero) {
  SideScores human, metric;
  human.systems = metric.systems = {0, 0};
  human.segments = {2, 4, {1e9 + 1, 1e9 + 2, 1e9 + 3, 1e9 + 5, 1e9 + 2, 1e9 + 1, 1e9, 1e9 + 7}};
  metric.segments = {2, 4, {1, 2, 4, 4, 2, 2, 1, 9}};
  human.lengths = std::make_shared<ScoreGrid>(ScoreGrid{2, 4, {9, 7, 8, 5, 2, 6, 3, 1}});
  const std::vector<uint32_t> counts = {2, 0, 1, 1};
  for (const MeasureRow& measure : Measures()) {
    ExpectSameAsGrid(measure, human, metric, {}, counts);
  }
}

TEST(ItemBootstrap, TooCostlyMeasuresHaveNone) {
  std::mt19937 random(7);
  const SideScores side = RandomSide(random, 3, 5, 0, 0);
  MeasureOptions pooled;
  pooled.grouping = Grouping::kNone;
  for (const MeasureRow& measure : Measures()) {
    const bool pairs = measure.name == "acc-eq" || measure.name == "tau-like";
    if (pairs) EXPECT_EQ(MakeItemFunction(measure, side, side, pooled), nullptr);
    if (measure.name == "spa") EXPECT_EQ(MakeItemFunction(measure, side, side, {}), nullptr);
  }
}

// With a separate column for each item, the resampler's sums are the counts.
TEST(ItemBootstrap, DrawsAreThoseOfRows) {
  for (const uint32_t items : {2u, 100u, 300u}) {
    RowStore rows(items);
    for (uint32_t i = 0; i < items; ++i) {
      std::vector<int64_t> row(items);
      row[i] = 1;
      rows.Add(i, row);
    }
    rows.Finish();
    const RowProduct product({&rows});
    Draws draws;
    draws.seed = 99;
    draws.resamples = 20;
    Schedule schedule;
    schedule.threads = 1;
    std::vector<std::vector<int64_t>> sums(draws.resamples);
    ASSERT_TRUE(Resample(
                    std::span(&product, 1), draws, schedule,
                    [&](uint64_t first, uint32_t count, std::span<const int64_t> of) {
                      for (uint32_t r = 0; r < count; ++r) {
                        const auto row = of.subspan(size_t{r} * items, items);
                        sums[first + r].assign(row.begin(), row.end());
                      }
                    },
                    [](double) {})
                    .ok());
    const Bootstrap bootstrap(items);
    for (uint64_t r = 0; r < draws.resamples; ++r) {
      std::vector<uint32_t> counts(items);
      DrawItems(bootstrap, draws.seed, r, counts);
      EXPECT_EQ(std::vector<int64_t>(counts.begin(), counts.end()), sums[r]) << items;
    }
  }
}

}  // namespace
}  // namespace mtgauge
