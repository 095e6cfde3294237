// The ratio estimator, and a search for the number of units.
#include "core/judgements/planner.h"

#include <cmath>
#include <cstddef>

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

double PilotMean(std::span<const double> values) {
  double sum = 0;
  for (const double value : values) sum += value;
  return sum / static_cast<double>(values.size());
}

}  // namespace

Pilot StudyPilot(std::span<const double> sizes, std::span<const double> sums) {
  Pilot pilot;
  pilot.units = sizes.size();
  pilot.mean_size = PilotMean(sizes);
  pilot.difference = PilotMean(sums) / pilot.mean_size;
  double squares = 0;
  for (size_t j = 0; j < sizes.size(); ++j) {
    const double apart = sums[j] - sizes[j] * pilot.difference;
    squares += apart * apart;
  }
  const auto units = static_cast<double>(sizes.size());
  const double freedoms = units - 1;
  pilot.deviation = units < 2 ? kNaN : std::sqrt(squares / freedoms) / pilot.mean_size;
  pilot.error = pilot.deviation / std::sqrt(units);
  const auto bound = [&](double p) {
    return pilot.deviation * std::sqrt(freedoms / ChiSquareQuantile(p, freedoms));
  };
  pilot.deviation_95 = {bound(0.975), bound(0.025)};
  return pilot;
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

UnitPlan PlanUnits(const Pilot& pilot, double difference, double power, double alpha) {
  UnitPlan plan;
  plan.units = UnitsForPower(power, difference, pilot.deviation, alpha);
  plan.segments = static_cast<uint64_t>(
      std::ceil(static_cast<double>(plan.units) * pilot.mean_size * kRoundedDown));
  plan.power_now =
      PowerOfUnits(static_cast<double>(pilot.units), difference, pilot.deviation, alpha);
  plan.smallest_now = MinimalDetectable(pilot.error, alpha, power);
  return plan;
}

double DesignEffect(const Pilot& documents, const Pilot& segments) {
  const double ratio = documents.error / segments.error;
  return ratio * ratio;
}

}  // namespace mtgauge
