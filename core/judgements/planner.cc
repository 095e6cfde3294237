// A search for the number of units.
#include "core/judgements/planner.h"

#include <algorithm>
#include <cmath>

#include "core/base/nan.h"
#include "core/stats/gamma.h"
#include "core/stats/intervals.h"
#include "core/stats/normal.h"
#include "core/stats/student.h"

namespace mtgauge {
namespace {

constexpr double kNormalFrom = 1e6;
constexpr double kRoundedDown = 1 - 1e-12;  // a rounding error makes no further segment
constexpr uint64_t kMostUnits = 1000000000000000;

}  // namespace

Interval DeviationFactors(uint64_t units) {
  if (units < 2) return {};
  const auto freedoms = static_cast<double>(units - 1);
  const auto factor = [&](double p) {
    return std::sqrt(freedoms / ChiSquareQuantile(p, freedoms));
  };
  return {factor(0.975), factor(0.025)};
}

double PowerOfUnits(double units, double difference, double deviation, double alpha) {
  if (!(units >= 2 && deviation >= 0 && alpha > 0 && alpha < 1)) return kNaN;
  if (difference == 0) return alpha;
  const double noncentrality = std::fabs(difference) * std::sqrt(units) / deviation;
  if (units < kNormalFrom) {
    return NoncentralTTails(StudentTwoSided(alpha, units - 1), units - 1, noncentrality);
  }
  const double z = -NormalQuantile(alpha / 2);
  return NormalCdf(noncentrality - z) + NormalCdf(-noncentrality - z);
}

uint64_t UnitsForPower(double power, double difference, double deviation, double alpha) {
  const auto enough = [&](uint64_t units) {
    return PowerOfUnits(static_cast<double>(units), difference, deviation, alpha) >= power;
  };
  uint64_t too_few = 1, units = 2;
  while (!enough(units)) {
    if (units > kMostUnits) return 0;
    too_few = units;
    units *= 2;
  }
  while (units - too_few > 1) {
    const uint64_t middle = too_few + (units - too_few) / 2;
    (enough(middle) ? units : too_few) = middle;
  }
  return units;
}

double PowerOf(const Pilot& pilot, uint64_t units, double difference, double alpha) {
  if (units < pilot.fewest) return std::isnan(pilot.deviation) ? kNaN : 0;
  return PowerOfUnits(static_cast<double>(units), difference, pilot.deviation, alpha);
}

UnitPlan PlanUnits(const Pilot& pilot, double difference, double power, double alpha) {
  UnitPlan plan;
  plan.units = UnitsForPower(power, difference, pilot.deviation, alpha);
  if (plan.units > 0) plan.units = std::max(plan.units, pilot.fewest);
  plan.segments = static_cast<uint64_t>(
      std::ceil(static_cast<double>(plan.units) * pilot.mean_size * kRoundedDown));
  plan.power_now = PowerOf(pilot, pilot.units, difference, alpha);
  plan.smallest_now =
      pilot.units < pilot.fewest ? kNaN : MinimalDetectable(pilot.error, alpha, power);
  return plan;
}

}  // namespace mtgauge
