// What a gate says.
#include "core/report/gate/gate.h"

#include <fmt/format.h>

#include <cstdint>
#include <utility>

#include "core/base/status.h"
#include "mtgauge/compare.h"

namespace mtgauge {
namespace {

// The system that is significantly worse than the baseline, if there is one.
std::optional<uint32_t> WorseThanBaseline(const MetricComparison& metric, const PairTest& pair,
                                          uint32_t baseline) {
  const bool first_is_worse = (pair.difference < 0) == metric.higher_is_better;
  const uint32_t worse = first_is_worse ? pair.a : pair.b;
  if (!pair.significant || pair.difference == 0 || worse == baseline) return std::nullopt;
  return worse;
}

}  // namespace

absl::Status GateVerdict::status() const {
  if (failures.empty()) return absl::OkStatus();
  std::string text = fmt::format("`{}`", option);
  for (size_t i = 0; i < failures.size(); ++i) {
    text += (i == 0 ? ": " : "; ") + failures[i].message;
  }
  return WithOption(std::string(option), GateFailed(text));
}

GateVerdict GateOf(const Comparison& comparison) {
  GateVerdict verdict{"gate", {}};
  const uint32_t baseline = *comparison.options.baseline;
  for (const MetricComparison& metric : comparison.metrics) {
    for (const PairTest& pair : metric.pairs) {
      const std::optional<uint32_t> worse = WorseThanBaseline(metric, pair, baseline);
      if (!worse) continue;
      GateFailure failure;
      failure.system = metric.systems[*worse].name;
      failure.metric = metric.metric;
      failure.signature = metric.signature;
      failure.group = metric.group;
      failure.value = *worse == pair.a ? pair.difference : -pair.difference;
      failure.p_adjusted = pair.p_adjusted;
      failure.message = fmt::format(
          "'{}' is significantly worse than the baseline '{}' in {}{} ({:+.2f}, adjusted p = {:.4f})",
          failure.system, metric.systems[baseline].name, metric.metric,
          comparison.by.empty() ? "" : fmt::format(" of {} '{}'", comparison.by, metric.group),
          failure.value, pair.p_adjusted);
      verdict.failures.push_back(std::move(failure));
    }
  }
  return verdict;
}

}  // namespace mtgauge
