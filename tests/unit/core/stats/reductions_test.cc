// Sums and means, compared with numpy 1.24 and Python 3.11, and the exact mean, compared with its
// definition.
#include "core/stats/reductions.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <random>
#include <vector>

namespace mtgauge {
namespace {

using Doubles = std::vector<double>;
constexpr double kInfinity = std::numeric_limits<double>::infinity();
constexpr double kLargest = std::numeric_limits<double>::max();
constexpr double kLeast = std::numeric_limits<double>::denorm_min();

TEST(Reductions, TenthsAsNumpyAddsThem) {
  Doubles values;
  std::vector<float> floats;
  for (int i = 0; i < 1000; ++i) {
    values.push_back(i * 0.1);
    floats.push_back(static_cast<float>(i) * 0.1f);
  }
  EXPECT_EQ(NumpySum(values), 0x1.863c000000000p+15);
  EXPECT_EQ(NumpyMean(values), 0x1.8f9999999999ap+5);
  EXPECT_EQ(NumpyStd(values, 0), 0x1.cde146a88c88ap+4);
  EXPECT_EQ(NumpyStd(values, 1), 0x1.ce1c70e700a62p+4);
  EXPECT_EQ(NumpySum(floats), 0x1.863cp+15f);
  EXPECT_EQ(NumpyMean(floats), 0x1.8f999ap+5f);
}

// The values reveal the order, since every other order loses the ones: next to 2^53 a single 1
// vanishes.
TEST(Reductions, EightLanesAndThenHalves) {
  Doubles values(16, 1.0);
  values[0] = 0x1p53;
  // Lane 0 is 2^53 + 1 = 2^53; the even lane sums lose nothing more.
  EXPECT_EQ(NumpySum(values), 0x1p53 + 14);
  EXPECT_EQ(NumpySum(std::span(values).first(7)), 0x1p53);
  // 136 values are halves of 64 and 72. In the second one, lane 0 loses its 8 ones, and its sum
  // with lane 1, which is 9, loses another.
  Doubles halves(136, 1.0);
  halves[64] = 0x1p53;
  EXPECT_EQ(NumpySum(halves), 64 + (0x1p53 + 62));
}

// A single sum over all values, as in numpy 2.3, ends in 1 and in 7 for the doubles.
TEST(Reductions, BuffersOf8192) {
  Doubles roots(20000);
  for (size_t i = 0; i < roots.size(); ++i) roots[i] = std::sqrt(static_cast<double>(i));
  EXPECT_EQ(NumpySum(std::span(roots).first(12345)), 0x1.be7771217c0a2p+19);
  EXPECT_EQ(NumpySum(roots), 0x1.cc56b2a368526p+20);
  std::vector<float> floats(12345);
  for (size_t i = 0; i < floats.size(); ++i) floats[i] = std::sqrt(static_cast<float>(i));
  EXPECT_EQ(NumpySum(floats), 0x1.be7770p+19f);
  EXPECT_EQ(NumpyMean(floats), 0x1.284524p+6f);
}

TEST(Reductions, DegenerateSizes) {
  EXPECT_EQ(NumpySum(Doubles{}), 0);
  EXPECT_TRUE(std::isnan(NumpyMean(Doubles{})));
  EXPECT_TRUE(std::isnan(NumpyMean(std::vector<float>{})));
  EXPECT_TRUE(std::isnan(NumpyStd(Doubles{}, 0)));
  EXPECT_EQ(NumpyStd(Doubles{5}, 0), 0);
  EXPECT_TRUE(std::isnan(NumpyStd(Doubles{5}, 1)));
  EXPECT_EQ(NumpyStd(Doubles{1, 3}, 1), std::sqrt(2.0));
  EXPECT_EQ(NumpyStd(Doubles{4, 4, 4}, 1), 0);
  EXPECT_TRUE(std::isnan(NumpyMean(Doubles{1, NAN})));
}

TEST(Reductions, PercentilesInterpolate) {
  const Doubles values = {0 * 0.1, 1 * 0.1, 2 * 0.1, 3 * 0.1};
  const std::span all(values);
  EXPECT_EQ(Percentile(all.first(1), 0.975), 0);
  EXPECT_EQ(Percentile(all.first(2), 0.975), 0x1.8f5c28f5c28f6p-4);
  EXPECT_EQ(Percentile(all.first(3), 0.975), 0x1.8f5c28f5c28f6p-3);
  EXPECT_EQ(Percentile(all, 0.975), 0x1.2b851eb851eb9p-2);
  EXPECT_EQ(Percentile(all, 0), values.front());
  EXPECT_EQ(Percentile(all, 1), values.back());
  EXPECT_TRUE(std::isnan(Percentile({}, 0.5)));
  // Interpolation starts from the nearer neighbour: from the other one, each of these ends in
  // another digit.
  Doubles roots;
  for (int i = 0; i < 20; ++i) roots.push_back(std::sqrt(i));
  EXPECT_EQ(Percentile(roots, 0.025), 0x1.e666666666667p-2);
  EXPECT_EQ(Percentile(roots, 0.09), 0x1.4b4996c9ce557p+0);
}

TEST(ExactMean, EndsOfTheRange) {
  EXPECT_EQ(ExactMean(Doubles{kLargest, kLargest, kLargest}), kLargest);
  EXPECT_EQ(ExactMean(Doubles{-kLargest, -kLargest}), -kLargest);
  EXPECT_EQ(ExactMean(Doubles{kLargest, 1, -kLargest}), 1.0 / 3);
  EXPECT_EQ(ExactMean(Doubles{kLargest, -kLargest}), 0);
  // Halves of the smallest double round to even.
  EXPECT_EQ(ExactMean(Doubles{kLeast, 0}), 0);
  EXPECT_EQ(ExactMean(Doubles{3 * kLeast, 0}), 2 * kLeast);
  EXPECT_EQ(ExactMean(Doubles{-3 * kLeast, 0}), -2 * kLeast);
  EXPECT_EQ(ExactMean(Doubles{kLeast, kLeast, 0}), kLeast);
  EXPECT_EQ(ExactMean(Doubles{kLeast, 0, 0}), 0);
  const double smallest_normal = std::numeric_limits<double>::min();
  EXPECT_EQ(ExactMean(Doubles{smallest_normal, smallest_normal - kLeast}), smallest_normal);
}

TEST(ExactMean, DegenerateValues) {
  EXPECT_TRUE(std::isnan(ExactMean({})));
  EXPECT_EQ(ExactMean(Doubles{0.1}), 0.1);
  EXPECT_EQ(ExactMean(Doubles(1000, 0.1)), 0.1);
  EXPECT_FALSE(std::signbit(ExactMean(Doubles{-0.0, -0.0})));
  EXPECT_EQ(ExactMean(Doubles{1, kInfinity}), kInfinity);
  EXPECT_TRUE(std::isnan(ExactMean(Doubles{kInfinity, -kInfinity})));
  EXPECT_TRUE(std::isnan(ExactMean(Doubles{1, NAN})));
}

__extension__ using Int128 = __int128;

// Returns |sum - n * mean| in units of 2^-60; the mean has no lower bits.
Int128 Distance(Int128 sum, size_t n, double mean) {
  const Int128 distance = sum - static_cast<Int128>(n) * static_cast<Int128>(mean * 0x1p60);
  return distance < 0 ? -distance : distance;
}

TEST(ExactMean, NoDoubleIsNearer) {
  std::mt19937_64 random(1);
  size_t compared = 0;
  for (int round = 0; round < 20000; ++round) {
    Doubles values(1 + random() % 40);
    Int128 sum = 0;
    for (double& value : values) {
      const auto whole = static_cast<int64_t>(random() >> 10) - (int64_t{1} << 53);
      value = static_cast<double>(whole) * 0x1p-33;  // |value| < 2^20, multiples of 2^-33
      sum += static_cast<Int128>(whole) << 27;
    }
    const double mean = ExactMean(values);
    if (std::fabs(mean) < 0x1p-6) continue;
    const Int128 distance = Distance(sum, values.size(), mean);
    const double unit = std::nextafter(std::fabs(mean), kInfinity) - std::fabs(mean);
    for (const double end : {-kInfinity, kInfinity}) {
      const Int128 other = Distance(sum, values.size(), std::nextafter(mean, end));
      ASSERT_LE(distance, other);
      if (distance == other) ASSERT_EQ(std::fmod(mean, 2 * unit), 0) << "the tie went to odd";
    }
    std::shuffle(values.begin(), values.end(), random);
    ASSERT_EQ(ExactMean(values), mean);
    ++compared;
  }
  EXPECT_GT(compared, 15000u);
}

}  // namespace
}  // namespace mtgauge
