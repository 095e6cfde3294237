// Plans from the standard errors of a comparison, which the bootstrap gives for every metric.
#include "parallel/compare/planning.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <vector>

#include "core/base/nan.h"
#include "core/base/printing.h"
#include "core/judgements/planner.h"
#include "core/significance/conventions.h"
#include "core/significance/significance.h"

namespace mtgauge {
namespace {

constexpr uint64_t kFewestOfPilot = 10;

// Returns the power from 2 units to twice as many as needed, or to those of the pilot.
std::vector<PowerAt> CurveOf(const UnitPlan& plan, const Pilot& pilot, double difference,
                             double alpha) {
  std::vector<PowerAt> curve;
  if (plan.units == 0) return curve;
  const uint64_t last = std::max(2 * plan.units, pilot.units);
  for (uint64_t units = 2;; units = std::min(units + units / 4 + 1, last)) {
    curve.push_back({units, PowerOf(pilot, units, difference, alpha)});
    if (units == last) return curve;
  }
}

}  // namespace

void PlanTests(double difference, Comparison& comparison) {
  const CompareOptions& options = comparison.options;
  for (MetricComparison& metric : comparison.metrics) {
    Pilot pilot;
    pilot.units = metric.units;
    pilot.fewest = std::max<uint64_t>(2, FewestUnits(options, metric.systems.front().runs));
    pilot.mean_size = options.unit == Unit::kSegment ? 1
                                                     : static_cast<double>(metric.segments) /
                                                           static_cast<double>(metric.units);
    for (PairTest& pair : metric.pairs) {
      // The bootstrap's variance is that of the units divided by n, not by n - 1.
      const auto units = static_cast<double>(pilot.units);
      pilot.error = pair.se > 0 ? pair.se * std::sqrt(units / (units - 1)) : kNaN;
      pilot.deviation = pilot.error * std::sqrt(units);
      const UnitPlan plan = PlanUnits(pilot, difference, options.power, options.alpha);
      pair.plan = {difference,        plan.units,
                   plan.segments,     plan.power_now,
                   plan.smallest_now, CurveOf(plan, pilot, difference, options.alpha)};
    }
    if (metric.units >= kFewestOfPilot) continue;
    const auto [low, high] = DeviationFactors(metric.units);
    const std::string range =
        std::isnan(low) ? ""
                        : fmt::format(
                              ": the true standard deviation may be {:.2f} to {:.2f} times "
                              "that of the pilot (95 %)",
                              low, high);
    comparison.warnings.push_back(
        {"pilot", "",
         fmt::format("{}: a pilot of {} says little about how many are needed{}; judge at least {}",
                     metric.metric, Counted(metric.units, NameOf(kUnits, options.unit)), range,
                     kFewestOfPilot)});
  }
}

}  // namespace mtgauge
