// Scores for tests of agreement: with ties, constants and missing ones.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <random>
#include <vector>

#include "core/evaluate/pairs.h"
#include "core/evaluate/score_grid.h"

namespace mtgauge::test {

using Doubles = std::vector<double>;

// Multiples of 1/4 in a narrow range have many ties; `steps` 0 gives reals.
inline Doubles RandomValues(std::mt19937& random, size_t count, int steps) {
  std::uniform_int_distribution<int> tied(0, std::max(steps, 1) - 1);
  std::normal_distribution<double> real;
  Doubles values(count);
  for (double& value : values) value = steps > 0 ? tied(random) * 0.25 : real(random);
  return values;
}

inline ScoreGrid RandomGrid(std::mt19937& random, uint32_t systems, uint32_t items, int steps,
                            double missing) {
  ScoreGrid grid{systems, items, RandomValues(random, size_t{systems} * items, steps)};
  std::bernoulli_distribution drop(missing);
  for (double& value : grid.values) value = drop(random) ? NAN : value;
  return grid;
}

// By examining every pair.
inline PairCounts NaivePairs(const Doubles& human, const Doubles& metric, double eps) {
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

}  // namespace mtgauge::test
