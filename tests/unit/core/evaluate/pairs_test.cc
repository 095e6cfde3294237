// Counts of pairs, compared with examining every pair.
#include "core/evaluate/pairs.h"

#include <gtest/gtest.h>

#include <cmath>

#include "core/evaluate/agreement.h"
#include "tests/unit/core/evaluate/random_grid.h"

namespace mtgauge {
namespace {

using test::Doubles;
using test::NaivePairs;
using test::RandomValues;

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

}  // namespace
}  // namespace mtgauge
