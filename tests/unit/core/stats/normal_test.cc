// The normal distribution, compared with 50-digit values, and frozen to the bit.
#include "core/stats/normal.h"

#include <gtest/gtest.h>

#include <bit>
#include <cmath>
#include <cstdint>
#include <limits>

namespace mtgauge {
namespace {

constexpr double kBeyondAll = std::numeric_limits<double>::infinity();
constexpr double kRelative = 1.5e-15;

struct Point {
  double at, value;
};

// Computed by mpmath from erfc.
TEST(Normal, CdfIsPreciseInBothTails) {
  const Point points[] = {{-37.5, 4.6053530095819548438e-308},
                          {-20, 2.7536241186062336951e-89},
                          {-10.3125, 3.0935281050138933496e-25},
                          {-5.25, 7.6049605164887142511e-8},
                          {-3, 0.0013498980316300945267},
                          {-2.1, 0.017864420562816556784},
                          {-1.5, 0.066807201268858066004},
                          {-1, 0.15865525393145705141},
                          {-0.96875, 0.16633496949211847846},
                          {-0.5, 0.30853753872598689636},
                          {-0.0009765625, 0.49961040799121945899},
                          {0.25, 0.59870632568292372424},
                          {0.9990234375, 0.84110833115226541744},
                          {1.75, 0.95994084313618290958},
                          {4, 0.99996832875816688008},
                          {8.25, 0.9999999999999999208}};
  for (const Point& point : points) {
    EXPECT_NEAR(NormalCdf(point.at), point.value, kRelative * point.value) << point.at;
  }
}

TEST(Normal, QuantileIsPreciseFromTheTailToTheMiddle) {
  const Point points[] = {
      {1e-300, -37.047096299361199237},     {1e-100, -21.273453560965324294},
      {1e-12, -7.0344838253011319326},      {0.0001, -3.7190164854556805523},
      {0.005, -2.5758293035489007538},      {0.025, -1.9599639845400542118},
      {0.05, -1.644853626951472688},        {0.1, -1.2815515655446004353},
      {0.158, -1.0027116650265494267},      {0.159, -0.99857627061565950819},
      {0.2, -0.84162123357291416552},       {0.3, -0.52440051270804081597},
      {0.4999, -0.00025066283008800749239}, {0.49999999990686774, -2.3344800549165830722e-10}};
  for (const Point& point : points) {
    const double quantile = NormalQuantile(point.at);
    EXPECT_NEAR(quantile, point.value, -kRelative * point.value) << point.at;
  }
}

TEST(Normal, EdgesAndSymmetry) {
  EXPECT_EQ(NormalCdf(0), 0.5);
  EXPECT_EQ(NormalCdf(-kBeyondAll), 0);
  EXPECT_EQ(NormalCdf(kBeyondAll), 1);
  EXPECT_TRUE(std::isnan(NormalCdf(NAN)));
  EXPECT_EQ(NormalQuantile(0.5), 0);
  EXPECT_EQ(NormalQuantile(0), -kBeyondAll);
  EXPECT_EQ(NormalQuantile(1), kBeyondAll);
  for (const double p : {-0.1, 1.1, static_cast<double>(NAN)}) {
    EXPECT_TRUE(std::isnan(NormalQuantile(p))) << p;
  }
  EXPECT_LT(NormalQuantile(std::numeric_limits<double>::denorm_min()), -38);
  // 1 - p is exact for these.
  for (int i = 1; i < 512; ++i) {
    EXPECT_EQ(NormalQuantile(i / 1024.0), -NormalQuantile(1 - i / 1024.0)) << i;
  }
}

TEST(Normal, QuantileInvertsCdfAndBothRise) {
  double before = 0;
  for (int i = -3000; i <= 700; ++i) {
    const double x = i / 100.0 + 0.005, p = NormalCdf(x);
    ASSERT_GT(p, before) << x;
    before = p;
    // An error of half a unit in p moves x by 2^-53 * p / density.
    const double density = std::exp(-x * x / 2) / std::sqrt(2 * std::acos(-1.0));
    ASSERT_NEAR(NormalQuantile(p), x, 4e-15 * std::fabs(x) + 4e-16 * p / density) << x;
  }
}

// Frozen: a change here changes intervals.
TEST(Normal, BitsAreFrozen) {
  uint64_t digest = 0;
  for (int i = 1; i < 10000; ++i) {
    digest = digest * 0x9E3779B97F4A7C15 + std::bit_cast<uint64_t>(NormalQuantile(i / 10000.0));
    digest = digest * 0x9E3779B97F4A7C15 + std::bit_cast<uint64_t>(NormalCdf(i / 250.0 - 30));
  }
  EXPECT_EQ(digest, 1677708688467942001u);
}

}  // namespace
}  // namespace mtgauge
