// The fixed point of outside scores.
#include "core/contract/mean_metric.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <random>

namespace mtgauge {
namespace {

using Columns = std::vector<std::vector<double>>;
using testing::HasSubstr;

double Denominator(const Columns& columns) {
  const auto chosen = ChooseFixedPoint(columns, columns.front().size());
  EXPECT_TRUE(chosen.ok()) << chosen.status();
  return chosen.ok() ? chosen->denominator : 0;
}

std::string Error(const Columns& columns) {
  const auto chosen = ChooseFixedPoint(columns, columns.front().size());
  EXPECT_FALSE(chosen.ok()) << chosen->denominator;
  return chosen.status().message();
}

// Returns scores between 0 and 1 with all of their digits.
std::vector<double> Random(size_t count, uint64_t seed) {
  std::mt19937_64 random(seed);
  std::vector<double> values;
  for (size_t i = 0; i < count; ++i) values.push_back(std::ldexp(random() >> 11, -53));
  return values;
}

std::vector<double> Times(std::vector<double> values, double factor) {
  for (double& value : values) value *= factor;
  return values;
}

TEST(FixedPointTest, OrdinaryScoresAreDecimalOr40Bits) {
  EXPECT_EQ(Denominator({{1, 2, 3}, {4, 5, 6}}), 1);
  EXPECT_EQ(Denominator({{.5, 2.25}, {3, 4}}), 100);
  EXPECT_EQ(Denominator({{1e-12, 3e-12}}), 1e12);
  const auto a = Random(500, 1), b = Random(500, 2);
  EXPECT_EQ(Denominator({a}), 0x1p40);
  EXPECT_EQ(Denominator({a, b, a}), 0x1p40);
  EXPECT_EQ(Denominator({Times(a, 100), Times(b, 100)}), 0x1p40);
  const double missing = std::numeric_limits<double>::quiet_NaN();
  EXPECT_EQ(Denominator({{missing, .5}, {1, missing}}), 10);
}

TEST(FixedPointTest, TheSizeOfScoresDoesNotMatter) {
  const auto a = Random(500, 1), b = Random(500, 2);
  for (const double factor : {1e-80, 1e-16, 1e-9, 1e-7, 1e6, 1e14}) {
    const double denominator = Denominator({Times(a, factor), Times(b, factor)});
    EXPECT_GE(denominator * factor, 0x1p38) << factor;
    EXPECT_LT(denominator * factor * 500, 0x1p62) << factor;
  }
}

// Scores that are represented exactly keep their fixed point, however little they differ.
TEST(FixedPointTest, Float32ScoresAreHeldAsTheyAre) {
  std::vector<double> a, b;
  for (const double value : Random(20000, 5)) {
    a.push_back(double{static_cast<float>(.5 + value / 2)});
    b.push_back(a.size() == 7 ? a.back() + 0x1p-24 : a.back());
  }
  EXPECT_EQ(Denominator({a, b}), 0x1p40);
}

// Systems that hardly differ are distinguished, and those that differ by rounding are not.
TEST(FixedPointTest, SmallDifferencesAreHeld) {
  const auto a = Random(500, 1);
  auto b = a, c = a;
  for (size_t i = 0; i < b.size(); ++i) b[i] += 1e-9 * static_cast<double>(i % 3);
  for (double& value : c) value = std::nextafter(value, 2);
  EXPECT_GT(Denominator({a, b}), 0x1p48);
  EXPECT_EQ(Denominator({a, c}), 0x1p40);
}

TEST(FixedPointTest, WhatCannotBeHeldIsRefused) {
  const auto a = Random(500, 1), b = Random(500, 2);
  auto offset = a;
  for (double& value : offset) value += 1e12;
  EXPECT_THAT(Error({offset}), HasSubstr("subtract a constant"));
  std::vector<double> whole = {1e15, 1e15 + 3, 1e15 + 5};
  EXPECT_THAT(Error({whole}), HasSubstr("subtract a constant"));
  EXPECT_EQ(Denominator({{1e15, 1e15, 1e15}}), 1) << "equal scores vary by nothing";
  EXPECT_THAT(Error({a, Times(b, 1e-20)}), HasSubstr("logarithms"));
  EXPECT_THAT(Error({Times(a, 1e-120)}), HasSubstr("rescale"));
  EXPECT_THAT(Error({{1e300, 1}}), HasSubstr("too large"));
  EXPECT_THAT(Error({{std::numeric_limits<double>::infinity(), 1}}), HasSubstr("not a finite"));
}

}  // namespace
}  // namespace mtgauge
