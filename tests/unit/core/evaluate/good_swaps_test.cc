// Measures of good outputs after swaps equal those of score tables that were swapped by hand.
#include "core/evaluate/good_swaps.h"

#include <gtest/gtest.h>

#include <cmath>
#include <random>
#include <vector>

#include "core/base/nan.h"

namespace mtgauge {
namespace {

constexpr uint32_t kTableSystems = 3, kTableItems = 7;
constexpr double kGood = 5;

struct Tables {
  ScoreGrid gold{kTableSystems, kTableItems, {}};
  std::vector<ScoreGrid> metrics;
  std::vector<const ScoreGrid*> Pointers() const {
    std::vector<const ScoreGrid*> pointers;
    for (const ScoreGrid& metric : metrics) pointers.push_back(&metric);
    return pointers;
  }
};

// Small numbers, so that many are equal; some are missing.
Tables RandomTables(std::mt19937_64& random, double missing) {
  std::uniform_real_distribution<double> share(0, 1);
  Tables tables;
  tables.metrics.assign(3, tables.gold);
  const auto score = [&] { return share(random) < missing ? kNaN : std::floor(share(random) * 9); };
  for (uint32_t cell = 0; cell < kTableSystems * kTableItems; ++cell) {
    tables.gold.values.push_back(score());
    for (ScoreGrid& metric : tables.metrics) metric.values.push_back(score());
  }
  return tables;
}

// The cells that have all scores.
std::vector<size_t> WholeCells(const Tables& tables) {
  std::vector<size_t> cells;
  for (size_t cell = 0; cell < tables.gold.values.size(); ++cell) {
    double sum = tables.gold.values[cell];
    for (const ScoreGrid& metric : tables.metrics) sum += metric.values[cell];
    if (!std::isnan(sum)) cells.push_back(cell);
  }
  return cells;
}

std::vector<uint8_t> Coins(std::mt19937_64& random, size_t count) {
  std::vector<uint8_t> keeps(count);
  for (uint8_t& keep : keeps) keep = random() % 2;
  return keeps;
}

double OrZero(double value) { return std::isnan(value) ? 0 : value; }

TEST(GoodSwaps, DecisionsAreSwapped) {
  std::mt19937_64 random(1);
  const std::vector<double> cuts = {2, 4, 6};
  for (int round = 0; round < 200; ++round) {
    const Tables tables = RandomTables(random, 0.1);
    const std::vector<size_t> cells = WholeCells(tables);
    const std::vector<uint8_t> keeps = Coins(random, cells.size());
    for (const GoodSwaps::Share share :
         {&GoodCounts::Precision, &GoodCounts::Recall, &GoodCounts::F1, &GoodCounts::Mcc}) {
      const GoodSwaps swaps(tables.gold, tables.Pointers(), kGood, cuts, share);
      ASSERT_EQ(swaps.outputs(), cells.size());
      for (size_t a = 0; a < cuts.size(); ++a) {
        for (size_t b = 0; b < cuts.size(); ++b) {
          ScoreGrid human{1, 0, {}}, says{1, 0, {}};
          for (size_t i = 0; i < cells.size(); ++i) {
            const size_t from = keeps[i] != 0 ? a : b;
            human.values.push_back(tables.gold.values[cells[i]]);
            says.values.push_back(tables.metrics[from].values[cells[i]] >= cuts[from] ? 1 : 0);
          }
          const GoodCounts counts = CountGood(human, says, kGood, 1);
          EXPECT_EQ(swaps.Mixed(keeps.data(), a, b), OrZero((counts.*share)()));
        }
      }
    }
  }
}

TEST(GoodSwaps, RanksAreSwapped) {
  std::mt19937_64 random(2);
  for (int round = 0; round < 200; ++round) {
    const Tables tables = RandomTables(random, round % 2 == 0 ? 0 : 0.1);
    const std::vector<size_t> cells = WholeCells(tables);
    const std::vector<uint8_t> keeps = Coins(random, cells.size());
    const GoodSwaps swaps(tables.gold, tables.Pointers(), kGood);
    std::vector<std::vector<double>> ranks;
    for (const ScoreGrid& metric : tables.metrics) {
      ranks.push_back(AverageRanks(Gather(metric, cells)));
    }
    for (size_t a = 0; a < ranks.size(); ++a) {
      for (size_t b = 0; b < ranks.size(); ++b) {
        double above = 0, pairs = 0;
        for (size_t i = 0; i < cells.size(); ++i) {
          for (size_t j = 0; j < cells.size(); ++j) {
            if (tables.gold.values[cells[i]] < kGood || tables.gold.values[cells[j]] >= kGood) {
              continue;
            }
            const double x = ranks[keeps[i] != 0 ? a : b][i], y = ranks[keeps[j] != 0 ? a : b][j];
            above += x > y ? 1 : x == y ? 0.5 : 0;
            ++pairs;
          }
        }
        EXPECT_EQ(swaps.Mixed(keeps.data(), a, b), OrZero(above / pairs));
      }
    }
  }
}

TEST(GoodSwaps, WithoutSwapsTheAreaIsThatOfTheScores) {
  std::mt19937_64 random(3);
  const Tables tables = RandomTables(random, 0);
  const GoodSwaps swaps(tables.gold, tables.Pointers(), kGood);
  const std::vector<uint8_t> keeps(swaps.outputs(), 1);
  const std::vector<uint32_t> once(kTableItems, 1);
  for (size_t m = 0; m < tables.metrics.size(); ++m) {
    EXPECT_EQ(swaps.Mixed(keeps.data(), m, m),
              OrderOfGood(tables.gold, tables.metrics[m], kGood)(once));
  }
}

}  // namespace
}  // namespace mtgauge
