// Sums under random signs, and soft pairwise accuracy of resampled and swapped scores, compared
// with plain loops.
#include "core/evaluate/soft_accuracy.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <numeric>
#include <random>
#include <vector>

#include "core/evaluate/metric_tests.h"
#include "core/evaluate/random_signs.h"
#include "core/evaluate/system_level.h"
#include "core/stats/random/numpy_random.h"

namespace mtgauge {
namespace {

using Doubles = std::vector<double>;

// [draw * items + item]: 1 or -1.
std::vector<int> SlowSigns(size_t items, uint32_t draws) {
  NumpyRandom random(4);
  std::vector<int> signs;
  for (size_t k = 0; k < draws * items; ++k) signs.push_back(random.Float32() > 0.5F ? 1 : -1);
  return signs;
}

TEST(RandomSigns, SumsAreThoseOfEachSign) {
  std::mt19937 random(1);
  for (const size_t items : {1u, 7u, 8u, 9u, 40u}) {
    for (const size_t columns : {1u, 3u, 16u, 17u, 40u}) {
      const uint32_t draws = 21;
      std::vector<int32_t> rows;
      for (size_t k = 0; k < items * columns; ++k) {
        rows.push_back(static_cast<int32_t>(random() % 2001) - 1000);
      }
      const std::vector<int64_t> wide(rows.begin(), rows.end());
      const RandomSigns fast(items, 4, draws);
      const std::vector<int32_t> sums = fast.Sum<int32_t>(rows, columns);
      const std::vector<int64_t> wide_sums = fast.Sum<int64_t>(wide, columns);
      const std::vector<int> signs = SlowSigns(items, draws);
      for (size_t c = 0; c < columns; ++c) {
        for (size_t draw = 0; draw < draws; ++draw) {
          int64_t sum = 0;
          for (size_t i = 0; i < items; ++i) sum += signs[draw * items + i] * wide[i * columns + c];
          ASSERT_EQ(sums[c * draws + draw], sum);
          ASSERT_EQ(wide_sums[c * draws + draw], sum);
        }
      }
    }
  }
}

TEST(RandomSigns, HalvesDependOnNoOrder) {
  const std::vector<int64_t> rows = {3, 1, 2, 2, 1, 2, 2, 3, 4, 0, 3, 1},
                             turned = {4, 0, 3, 1, 1, 2, 2, 3, 3, 1, 2, 2};
  const Doubles p = SignFlipP(rows, 3, SpaTies::kHalf), q = SignFlipP(turned, 3, SpaTies::kHalf);
  for (size_t i = 0; i < 3; ++i) {
    for (size_t j = i + 1; j < 3; ++j) {
      EXPECT_DOUBLE_EQ(p[i * 3 + j] + q[(2 - j) * 3 + 2 - i], 1);
    }
  }
  EXPECT_NE(p, SignFlipP(rows, 3));
}

ScoreGrid WholeNumbers(std::mt19937& random, uint32_t systems, uint32_t items) {
  ScoreGrid grid{systems, items, {}};
  for (size_t k = 0; k < size_t{systems} * items; ++k) {
    grid.values.push_back(static_cast<double>(random() % 9) - 4);
  }
  return grid;
}

std::vector<int64_t> Integers(const ScoreGrid& grid, std::span<const uint32_t> order,
                              std::span<const uint32_t> counts) {
  std::vector<int64_t> rows;
  for (const uint32_t system : order) {
    for (uint32_t i = 0; i < grid.items; ++i) {
      rows.push_back(static_cast<int64_t>(grid.At(system, i)) * counts[i]);
    }
  }
  return rows;
}

TEST(SoftAccuracy, ResamplesAreCountsTimesScores) {
  std::mt19937 random(2);
  const ScoreGrid grid = WholeNumbers(random, 4, 30);
  const std::vector<uint32_t> order = {2, 0, 3, 1};
  std::vector<uint32_t> items(30), counts(30);
  std::iota(items.begin(), items.end(), 0);
  for (const SpaTies ties : {SpaTies::kFirst, SpaTies::kHalf}) {
    const ResampledFlips flips(grid, order, items, ties);
    for (int round = 0; round < 5; ++round) {
      std::fill(counts.begin(), counts.end(), round == 0 ? 1 : 0);
      for (uint32_t i = 0; i < 30 && round > 0; ++i) ++counts[random() % 30];
      EXPECT_EQ(flips.P(counts), SignFlipP(Integers(grid, order, counts), 4, ties));
    }
  }
}

// Multiples of a power of two, so that nothing is rounded.
TEST(SoftAccuracy, SwapsAreThoseOfStandardizedScores) {
  std::mt19937 random(3);
  const ScoreGrid human = WholeNumbers(random, 3, 16);
  const ScoreGrid first = WholeNumbers(random, 3, 16), second = WholeNumbers(random, 3, 16);
  const std::vector<uint32_t> order = {1, 0, 2}, ones(16, 1);
  std::vector<uint32_t> items(16);
  std::iota(items.begin(), items.end(), 0);
  const Doubles people = SignFlipP(Integers(human, order, ones), 3);
  const ScoreGrid* const metrics[] = {&first, &second};
  const SwappedFlips swaps(people, metrics, order, items, SpaTies::kFirst);
  ASSERT_EQ(swaps.cells(), 48u);
  Doubles x = first.values, y = second.values;
  StandardizePresent(x);
  StandardizePresent(y);
  for (int round = 0; round < 10; ++round) {
    std::vector<uint8_t> keeps;
    std::vector<int64_t> kept_x, kept_y;
    for (size_t cell = 0; cell < 48; ++cell) keeps.push_back(random() % 2);
    for (const uint32_t system : order) {
      for (uint32_t i = 0; i < 16; ++i) {
        const size_t at = system * 16 + i;
        const size_t place =
            static_cast<size_t>(std::find(order.begin(), order.end(), system) - order.begin());
        const bool keep = keeps[i * 3 + place] != 0;
        kept_x.push_back(std::llround((keep ? x[at] : y[at]) * (1 << 22)));
        kept_y.push_back(std::llround((keep ? y[at] : x[at]) * (1 << 22)));
      }
    }
    const Doubles accuracy = swaps.Draw(keeps);
    // Sums that differ by a rounding error only may count or not.
    EXPECT_NEAR(accuracy[1], SoftPairwiseAccuracy(people, SignFlipP(kept_x, 3), 3), 0.004);
    EXPECT_NEAR(accuracy[2], SoftPairwiseAccuracy(people, SignFlipP(kept_y, 3), 3), 0.004);
  }
}

}  // namespace
}  // namespace mtgauge
