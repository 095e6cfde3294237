// Cutting items into units, joining them, and choosing references.
#include "core/evaluate/units.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <memory>
#include <random>
#include <set>

#include "core/contract/mean_metric.h"
#include "core/evaluate/system_level.h"
#include "core/significance/evaluation_input.h"

namespace mtgauge {
namespace {

TEST(Units, ByNumber) {
  EXPECT_EQ(UnitsByNumber(std::vector<uint32_t>{1, 0, 1, kNoUnit, 2}), (Units{{1}, {0, 2}, {4}}));
  EXPECT_TRUE(UnitsByNumber(std::vector<uint32_t>{kNoUnit}).empty());
}

TEST(Units, PseudoDocumentsAreDisjointAndOfOneSize) {
  for (const uint32_t items : {0u, 1u, 2u, 7u, 100u}) {
    for (const uint32_t size : {1u, 2u, 3u, 25u}) {
      const Units units = RandomUnits(items, size, 3);
      EXPECT_EQ(units.size(), items / size);
      std::set<uint32_t> seen;
      for (const auto& unit : units) {
        EXPECT_EQ(unit.size(), size);
        EXPECT_TRUE(std::is_sorted(unit.begin(), unit.end()));
        seen.insert(unit.begin(), unit.end());
      }
      EXPECT_EQ(seen.size(), items / size * size);
      if (!seen.empty()) EXPECT_LT(*seen.rbegin(), items);
    }
  }
  EXPECT_EQ(RandomUnits(50, 5, 3), RandomUnits(50, 5, 3));
  EXPECT_NE(RandomUnits(50, 5, 3), RandomUnits(50, 5, 4));
}

// Each item is equally likely to be in the first unit: 4,000 orders, five standard deviations.
TEST(Units, OrdersAreUniform) {
  constexpr uint32_t kItems = 6, kOrders = 4000;
  std::vector<int> first(kItems);
  for (uint32_t seed = 0; seed < kOrders; ++seed) ++first[RandomUnits(kItems, 1, seed)[0][0]];
  for (const int count : first)
    EXPECT_NEAR(count, kOrders / 6.0, 5 * std::sqrt(kOrders * 5 / 36.0));
}

TEST(Units, NeighboursAreJoinedWithinDocuments) {
  const std::vector<uint32_t> document = {0, 0, 0, 1, 2, 2, 2, 2, 2};
  Units units = {{0}, {1}, {2}, {3}, {4}, {5}, {6}, {7}, {8}};
  units = JoinNeighbours(units, document);
  EXPECT_EQ(units, (Units{{0, 1}, {2}, {3}, {4, 5}, {6, 7}, {8}}));
  units = JoinNeighbours(units, document);
  EXPECT_EQ(units, (Units{{0, 1, 2}, {3}, {4, 5, 6, 7}, {8}}));
  units = JoinNeighbours(units, document);
  EXPECT_EQ(units, UnitsByNumber(document));
  EXPECT_EQ(JoinNeighbours(units, document), units);
}

TEST(Units, ReferenceSets) {
  EXPECT_EQ(ReferenceSets(1), (std::vector<std::vector<uint32_t>>{{0}}));
  EXPECT_EQ(ReferenceSets(3),
            (std::vector<std::vector<uint32_t>>{{0}, {1}, {2}, {0, 1}, {0, 2}, {1, 2}, {0, 1, 2}}));
  EXPECT_EQ(ReferenceSets(4).size(), 15u);
  // Doddington's 8 x 1, 4 x 2, 2 x 4 and 1 x 8.
  const auto eight = ReferenceSets(8);
  ASSERT_EQ(eight.size(), 15u);
  EXPECT_EQ(eight[8], (std::vector<uint32_t>{0, 1}));
  EXPECT_EQ(eight[13], (std::vector<uint32_t>{4, 5, 6, 7}));
  EXPECT_EQ(eight[14].size(), 8u);
  EXPECT_EQ(ReferenceSets(5).size(), 9u);  // 5 x 1, 2 x 2, 1 x 4, 1 x 5
}

// Scores in halves, some missing, as rows of the mean metric.
struct MeanSide {
  EvaluatedSide side;
  std::unique_ptr<Metric> metric;
  std::vector<std::vector<double>> cells;
};
MeanSide RandomSide(std::mt19937& random, uint32_t systems, uint32_t items, bool higher) {
  MeanSide made;
  made.metric = MakeMeanMetric({2});
  made.side.metric = made.metric.get();
  made.side.higher_is_better = higher;
  made.side.last_counts = true;
  for (uint32_t s = 0; s < systems; ++s) {
    RowStore rows(2);
    std::vector<double>& cells = made.cells.emplace_back();
    for (uint32_t i = 0; i < items; ++i) {
      const auto halves = static_cast<int64_t>(random() % 9);
      const bool missing = random() % 3 == 0;
      cells.push_back(missing ? NAN : static_cast<double>(halves) / 2);
      rows.Add(i, missing ? std::vector<int64_t>{0, 0} : std::vector<int64_t>{halves, 1});
    }
    rows.Finish();
    made.side.rows.push_back(std::move(rows));
  }
  ScoreRows(made.side);
  return made;
}

double NaiveMean(const std::vector<double>& cells, const std::vector<uint32_t>& unit, double sign) {
  double sum = 0, count = 0;
  for (const uint32_t item : unit) {
    if (std::isnan(cells[item])) continue;
    sum += cells[item];
    ++count;
  }
  return sign * sum / count;
}

void ExpectSame(double got, double want) {
  if (std::isnan(want)) {
    EXPECT_TRUE(std::isnan(got));
  } else {
    EXPECT_EQ(got, want);
  }
}

TEST(Units, JoinedScoresAreMeansOfWhatIsThere) {
  std::mt19937 random(8);
  for (int round = 0; round < 20; ++round) {
    const uint32_t items = 3 + round;
    const bool higher = round % 2 == 0;
    MeanSide made = RandomSide(random, 3, items, higher);
    EvaluationInput input;
    input.systems = {"a", "b", "c"};
    input.metrics.push_back(std::move(made.side));
    const Units units = RandomUnits(items, 1 + round % 4, round);
    const EvaluationInput joined = JoinItems(input, units);
    const EvaluatedSide& side = joined.metrics[0];
    ASSERT_EQ(side.scores.segments.items, units.size());
    std::vector<uint32_t> all;
    for (const auto& unit : units) all.insert(all.end(), unit.begin(), unit.end());
    for (uint32_t s = 0; s < 3; ++s) {
      const double sign = higher ? 1 : -1;
      ExpectSame(side.scores.systems[s], NaiveMean(made.cells[s], all, sign));
      for (uint32_t u = 0; u < units.size(); ++u) {
        ExpectSame(side.scores.segments.At(s, u), NaiveMean(made.cells[s], units[u], sign));
      }
    }
  }
}

TEST(Units, GivenScoresOfSystemsStay) {
  std::mt19937 random(9);
  MeanSide made = RandomSide(random, 2, 6, true);
  made.side.systems_given = true;
  made.side.scores.systems = {7, 8};
  EvaluationInput input;
  input.systems = {"a", "b"};
  input.humans.push_back(std::move(made.side));
  EvaluatedSide whole;
  whole.scores.systems = {1, 2};
  input.metrics.push_back(std::move(whole));
  const EvaluationInput joined = JoinItems(input, {{0, 1}, {4}});
  EXPECT_EQ(joined.humans[0].scores.systems, (std::vector<double>{7, 8}));
  EXPECT_EQ(joined.humans[0].scores.segments.items, 2u);
  EXPECT_EQ(joined.metrics[0].scores.systems, (std::vector<double>{1, 2}));
  EXPECT_EQ(joined.metrics[0].scores.segments.systems, 0u);
}

// Rows hold scores that are rounded to 2^-40.
TEST(Units, SingleItemsKeepTheirScores) {
  std::mt19937 random(10);
  MeanSide made = RandomSide(random, 2, 6, true);
  std::vector<double>& scores = made.side.scores.segments.values;
  scores[1] = scores[0] + 1e-14;
  scores[7] = scores[6];
  EvaluationInput input;
  input.systems = {"a", "b"};
  input.metrics.push_back(std::move(made.side));
  const ScoreGrid& from = input.metrics[0].scores.segments;
  const EvaluationInput joined = JoinItems(input, {{0}, {1}, {4}});
  const ScoreGrid& to = joined.metrics[0].scores.segments;
  for (uint32_t s = 0; s < 2; ++s) {
    EXPECT_TRUE(to.At(s, 0) == from.At(s, 0) || std::isnan(from.At(s, 0)));
    EXPECT_TRUE(to.At(s, 1) == from.At(s, 1) || std::isnan(from.At(s, 1)));
  }
  EXPECT_NE(to.At(0, 0), to.At(0, 1));
}

TEST(Units, ScoresCloseToEachOtherTie) {
  std::vector<double> scores = {2, 1 + 1.5e-12, NAN, 1, 1 + 0.8e-12, 2 + 3e-12};
  JoinTies(scores);
  EXPECT_EQ(scores[1], 1);  // through the fifth
  EXPECT_EQ(scores[4], 1);
  EXPECT_EQ(scores[0], 2);
  EXPECT_EQ(scores[5], 2 + 3e-12);
  EXPECT_TRUE(std::isnan(scores[2]));
}

// p of sign flips takes systems by name; with one item for all sides if only judged ones are left.
TEST(Units, FlipsTakeSystemsByName) {
  const auto side = [](std::vector<double> values) {
    EvaluatedSide made;
    made.scores.systems = {1, 2};
    made.scores.segments = {2, 4, std::move(values)};
    return made;
  };
  EvaluationInput input;
  input.systems = {"b", "a"};
  input.humans.push_back(side({1, 2, 3, NAN, 4, 5, 7, 8}));
  input.metrics.push_back(side({1, 2, NAN, 4, 4, 5, 7, 8}));
  ASSERT_TRUE(AddFlips(SpaTies::kFirst, input).ok());
  EXPECT_EQ(input.by_name, (std::vector<uint32_t>{1, 0}));
  EXPECT_TRUE(input.flipped_items.empty());
  EXPECT_EQ(input.humans[0].scores.flips, SignFlipP(std::vector<int64_t>{4, 5, 7, 1, 2, 3}, 2));
  input.judged = true;
  ASSERT_TRUE(AddFlips(SpaTies::kHalf, input).ok());
  EXPECT_EQ(input.flipped_items, (std::vector<uint32_t>{0, 1}));
  EXPECT_EQ(input.humans[0].scores.flips,
            SignFlipP(std::vector<int64_t>{4, 5, 1, 2}, 2, SpaTies::kHalf));
}

}  // namespace
}  // namespace mtgauge
