// Axes have a range and few, distinct ticks for any doubles.
#include "core/report/forms/axis.h"

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <bit>
#include <cmath>
#include <cstdint>
#include <limits>
#include <random>
#include <string>
#include <vector>

namespace mtgauge {
namespace {

using ::testing::AllOf;
using ::testing::DoubleNear;
using ::testing::Each;
using ::testing::ElementsAre;
using ::testing::Ge;
using ::testing::Le;
using ::testing::SizeIs;
using Limits = std::numeric_limits<double>;

Axis Covering(const std::vector<double>& values, bool logarithmic = false) {
  Axis axis(logarithmic);
  for (const double value : values) axis.Cover(value);
  return axis;
}

// Checks all that Axis promises of an axis that covers these values.
void CheckAxis(const std::vector<double>& values, bool logarithmic, bool margin_below) {
  Axis axis = Covering(values, logarithmic);
  axis.Close(margin_below);
  SCOPED_TRACE(fmt::format("{} {} {}", fmt::join(values, " "), logarithmic, margin_below));
  for (const double value : values) {
    if (axis.Holds(value)) {
      EXPECT_THAT(axis.At(value), AllOf(Ge(0), Le(1)));
    }
  }
  const std::vector<double> ticks = axis.Ticks();
  EXPECT_THAT(ticks, SizeIs(AllOf(Ge(2U), Le(12U))));
  for (size_t i = 0; i < ticks.size(); ++i) {
    EXPECT_TRUE(std::isfinite(ticks[i])) << ticks[i];
    EXPECT_THAT(axis.At(ticks[i]), AllOf(Ge(-1e-9), Le(1 + 1e-9)));
    if (i == 0) continue;
    EXPECT_LT(ticks[i - 1], ticks[i]);
    EXPECT_NE(fmt::format("{:g}", ticks[i - 1]), fmt::format("{:g}", ticks[i]));
  }
}

void CheckAxes(const std::vector<double>& values) {
  for (const bool logarithmic : {false, true}) CheckAxis(values, logarithmic, true);
  std::vector<double> amounts = {0};
  for (const double value : values) amounts.push_back(std::fabs(value));
  CheckAxis(amounts, false, false);
}

TEST(Axis, HasRoundTicks) {
  EXPECT_THAT(Covering({0, 10}).Ticks(), ElementsAre(0, 2, 4, 6, 8, 10));
  EXPECT_THAT(Covering({-1, 1}).Ticks(), ElementsAre(-1, -0.5, 0, 0.5, 1));
  EXPECT_THAT(Covering({0.9, 120}, true).Ticks(), ElementsAre(1, 2, 5, 10, 20, 50, 100));
  EXPECT_THAT(Covering({1, 1e6}, true).Ticks(), ElementsAre(1, 10, 100, 1000, 1e4, 1e5, 1e6));
}

TEST(Axis, HasFewTicksWhateverTheRange) {
  for (double low = 1e-9; low < 1e9; low *= 3.7) {
    for (double ratio = 1.001; ratio < 1e30; ratio *= 1.9) CheckAxes({low, low * ratio});
  }
}

// A double has so few digits that there may be no other within a step.
TEST(Axis, TakesNeighboursForOneValue) {
  const std::vector<double> bounds = {0,
                                      Limits::denorm_min(),
                                      Limits::min(),
                                      1e-300,
                                      0.1,
                                      0.84999999999999998,
                                      1,
                                      1e15,
                                      1e22,
                                      1e300,
                                      1e307,
                                      Limits::max()};
  for (const double value : bounds) {
    for (const double sign : {-1.0, 1.0}) {
      CheckAxes({sign * value});
      CheckAxes({sign * value, -sign * value});
      CheckAxes({sign * value, std::nextafter(sign * value, Limits::infinity())});
      for (const double other : bounds) CheckAxes({sign * value, other});
    }
  }
  Axis axis = Covering({-1, std::nextafter(-1, 0)});
  axis.Close();
  EXPECT_THAT(axis.At(-1), DoubleNear(0.5, 1e-9));
  EXPECT_THAT(axis.Ticks(), Each(AllOf(Ge(-1.5), Le(-0.5))));
}

// Results of 0 are the best ones in some charts.
TEST(Axis, HasAPlaceForZeroBelowLogarithms) {
  Axis axis = Covering({0, 1, 100}, true);
  axis.Close();
  EXPECT_THAT(axis.At(0), AllOf(Ge(0.01), Le(axis.At(1) - 0.05)));
  EXPECT_THAT(axis.Ticks(), ElementsAre(0, 1, 2, 5, 10, 20, 50, 100));
  EXPECT_FALSE(axis.Holds(-1));
}

TEST(Axis, NeedsNoValues) {
  CheckAxes({});
  CheckAxes({Limits::quiet_NaN(), Limits::infinity(), -Limits::infinity()});
}

// Random bits are doubles of any size, and a few changed bits make near ones.
TEST(Axis, WorksForRandomBits) {
  std::mt19937_64 random(11);
  for (int round = 0; round < 5000; ++round) {
    const uint64_t bits = random();
    std::vector<double> values = {std::bit_cast<double>(bits)};
    for (size_t more = random() % 3; more > 0; --more) {
      const uint64_t change = random() >> random() % 64;
      values.push_back(std::bit_cast<double>(bits ^ change));
    }
    CheckAxes(values);
  }
}

}  // namespace
}  // namespace mtgauge
