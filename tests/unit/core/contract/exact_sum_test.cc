// Means of doubles that are rounded once, compared with sums of more digits than they have.
#include "core/contract/exact_sum.h"

#include <gtest/gtest.h>

#include <cmath>
#include <cstdint>
#include <vector>

#include "tests/support/random_text.h"

namespace mtgauge {
namespace {

double MeanOf(const std::vector<double>& values) {
  std::vector<int64_t> sums(ExactSum::kColumns);
  for (const double value : values) {
    int64_t row[ExactSum::kColumns];
    ExactSum::Write(value, row);
    for (uint32_t c = 0; c < ExactSum::kColumns; ++c) sums[c] += row[c];
  }
  return ExactSum::Mean(sums, static_cast<int64_t>(values.size()));
}

TEST(ExactSum, OneValueStaysItself) {
  test::RandomText random(5);
  for (int i = 0; i < 20'000; ++i) {
    const double value = std::ldexp(
        1.0 + random.Below(1U << 31) / 2147483648.0 + random.Below(1U << 21) / 4503599627370496.0,
        -static_cast<int>(random.Below(39)));
    ASSERT_EQ(MeanOf({value}), value);
  }
  EXPECT_EQ(MeanOf({0}), 0);
  EXPECT_EQ(MeanOf({1}), 1);
  EXPECT_EQ(MeanOf({}), 0);
}

// Python: statistics.mean([0.1] * 10) is 0.1, although sum([0.1] * 10) / 10 is not.
TEST(ExactSum, EqualValuesHaveTheirMean) {
  EXPECT_EQ(MeanOf(std::vector<double>(10, 0.1)), 0.1);
  EXPECT_EQ(MeanOf(std::vector<double>(7, 1.0 / 3)), 1.0 / 3);
}

TEST(ExactSum, RoundsOnce) {
  // Half a unit in the last place above 1 goes to the even neighbour, anything more to the next.
  const double unit = 0x1p-52;
  EXPECT_EQ(MeanOf({1, 1 + unit}), 1);
  EXPECT_EQ(MeanOf({1 + unit, 1 + 2 * unit}), 1 + 2 * unit);
  EXPECT_EQ(MeanOf({1, 1 + unit, 0x1p-38, 2 - 0x1p-38}), 1 + unit / 4 > 1 ? 1 + unit : 1);
  EXPECT_EQ(MeanOf({1, 0, 0}), 1.0 / 3);
  EXPECT_EQ(MeanOf({1, 1, 0}), 2.0 / 3);
  std::vector<double> one_of_many(3'000'000, 0);
  one_of_many[5] = 0x1p-38;
  EXPECT_EQ(MeanOf(one_of_many), 0x1p-38 / 3e6);
}

TEST(ExactSum, OrderDoesNotMatter) {
  test::RandomText random(6);
  std::vector<double> values;
  for (int i = 0; i < 1'000; ++i) values.push_back((random.Below(1000) + 1) / 1001.0);
  const double mean = MeanOf(values);
  std::vector<double> backwards(values.rbegin(), values.rend());
  EXPECT_EQ(MeanOf(backwards), mean);
}

}  // namespace
}  // namespace mtgauge
