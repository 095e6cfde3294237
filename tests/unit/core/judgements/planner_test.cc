// Plans: the number of units is the smallest one, and what cannot be planned.
#include "core/judgements/planner.h"

#include <gtest/gtest.h>

#include <cmath>
#include <vector>

#include "tests/oracle/naive_pilot.h"

namespace mtgauge {
namespace {

using Doubles = std::vector<double>;

TEST(Planner, PilotOfSegmentsIsTheirMeanAndDeviation) {
  const Pilot pilot = oracle::NaivePilot(Doubles{1, 1, 1, 1}, Doubles{1, 2, 3, 6});
  EXPECT_EQ(pilot.units, 4u);
  EXPECT_EQ(pilot.difference, 3);
  EXPECT_NEAR(pilot.deviation, std::sqrt(14.0 / 3), 1e-15);
  EXPECT_NEAR(pilot.error, std::sqrt(14.0 / 3) / 2, 1e-15);
  const Interval factors = DeviationFactors(4);
  EXPECT_NEAR(factors.low, std::sqrt(3 / 9.348403604496148), 1e-12);
  EXPECT_NEAR(factors.high, std::sqrt(3 / 0.21579528262389785), 1e-12);
}

TEST(Planner, UnitsAreTheSmallestNumber) {
  for (const double difference : {0.001, 0.03, 0.5, 3.0, -0.03}) {
    for (const double power : {0.5, 0.8, 0.99}) {
      const uint64_t units = UnitsForPower(power, difference, 0.3, 0.05);
      ASSERT_GE(units, 2u);
      EXPECT_GE(PowerOfUnits(static_cast<double>(units), difference, 0.3, 0.05), power);
      if (units == 2) continue;
      EXPECT_LT(PowerOfUnits(static_cast<double>(units - 1), difference, 0.3, 0.05), power);
    }
  }
  // About (1.96 + 0.84)^2 (0.3 / d)^2, less what the opposite tail adds.
  EXPECT_NEAR(static_cast<double>(UnitsForPower(0.8, 1e-5, 0.3, 0.05)), 7063991761., 3e4);
}

TEST(Planner, PowerRisesWithUnitsAcrossTheNormalLimit) {
  double before = 0;
  for (const double units : {2., 3., 10., 1000., 99999., 999999., 1000000., 1000001., 1e7}) {
    const double power = PowerOfUnits(units, 0.001, 0.5, 0.05);
    EXPECT_GT(power, before) << units;
    before = power;
  }
}

TEST(Planner, WhatCannotBePlanned) {
  EXPECT_EQ(UnitsForPower(0.8, 0, 0.3, 0.05), 0u);
  EXPECT_EQ(PowerOfUnits(100, 0, 0.3, 0.05), 0.05);
  EXPECT_EQ(UnitsForPower(0.8, 0.1, 0, 0.05), 2u);  // no variance: always found
  EXPECT_EQ(UnitsForPower(0.8, 1e-12, 1, 0.05), 0u);
  const Pilot one = oracle::NaivePilot(Doubles{3}, Doubles{1});
  EXPECT_TRUE(std::isnan(one.deviation) && std::isnan(one.error));
  EXPECT_TRUE(std::isnan(DeviationFactors(1).low));
  const UnitPlan plan = PlanUnits(one, 0.1, 0.8, 0.05);
  EXPECT_EQ(plan.units, 0u);
  EXPECT_EQ(plan.segments, 0u);
  EXPECT_TRUE(std::isnan(plan.power_now));
}

}  // namespace
}  // namespace mtgauge
