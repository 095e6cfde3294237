// Our own exp and log: close to the true values everywhere, and frozen to the bit.
#include "core/base/pinned_math.h"

#include <gtest/gtest.h>

#include <bit>
#include <cmath>
#include <limits>
#include <random>

namespace mtgauge {
namespace {

// Returns the distance from the true value in units in the last place of the result.
double UlpError(double got, long double want) {
  const double nearest = static_cast<double>(want);
  const double unit = std::nextafter(std::fabs(nearest), std::numeric_limits<double>::infinity()) -
                      std::fabs(nearest);
  return std::fabs(static_cast<double>(static_cast<long double>(got) - want)) / unit;
}

TEST(PinnedMath, ExpIsWithinTwoUlps) {
  std::mt19937_64 random(1);
  for (int i = 0; i < 200000; ++i) {
    const double limit = i % 2 == 0 ? 700 : 5;
    const double x = std::uniform_real_distribution<>(-limit, limit)(random);
    ASSERT_LT(UlpError(PinnedExp(x), expl(x)), 2) << x;
  }
}

TEST(PinnedMath, LogIsWithinTwoUlps) {
  std::mt19937_64 random(2);
  for (int i = 0; i < 200000; ++i) {
    double x = std::bit_cast<double>(random() >> 2);
    if (i % 2 == 0) x = std::uniform_real_distribution<>(0.5, 100)(random);
    if (!(x > 0) || std::isinf(x)) continue;
    ASSERT_LT(UlpError(PinnedLog(x), logl(x)), 2) << x;
  }
}

TEST(PinnedMath, Edges) {
  const double infinity = std::numeric_limits<double>::infinity();
  EXPECT_EQ(PinnedExp(0), 1);
  EXPECT_EQ(PinnedExp(-9999999999.0), 0);
  EXPECT_EQ(PinnedExp(710), infinity);
  EXPECT_EQ(PinnedExp(-infinity), 0);
  EXPECT_TRUE(std::isnan(PinnedExp(std::nan(""))));
  EXPECT_EQ(PinnedLog(1), 0);
  EXPECT_EQ(PinnedLog(0), -infinity);
  EXPECT_EQ(PinnedLog(infinity), infinity);
  EXPECT_TRUE(std::isnan(PinnedLog(-1)));
}

// Frozen: a change here changes scores and needs a new version in the signature.
TEST(PinnedMath, BitsAreFrozen) {
  uint64_t digest = 0;
  std::mt19937_64 random(3);
  for (int i = 0; i < 10000; ++i) {
    const double x = static_cast<double>(random() >> 11) * 0x1p-53;
    digest = digest * 0x9E3779B97F4A7C15 + std::bit_cast<uint64_t>(PinnedExp(20 * x - 10));
    digest = digest * 0x9E3779B97F4A7C15 + std::bit_cast<uint64_t>(PinnedLog(100 * x));
  }
  EXPECT_EQ(digest, 0x709340B76A2268E5u);
}

}  // namespace
}  // namespace mtgauge
