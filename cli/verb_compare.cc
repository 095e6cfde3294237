// mtgauge compare: intervals, tests of every pair of systems, ranks.
#include <fmt/format.h>

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "cli/comparing.h"
#include "cli/comparison_writer.h"
#include "cli/output.h"
#include "cli/scoring.h"
#include "cli/settings.h"
#include "cli/verbs.h"

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

// Fails when systems are significantly worse than the baseline, naming each and the metric.
absl::Status CheckGate(const Comparison& comparison) {
  const uint32_t baseline = *comparison.options.baseline;
  std::vector<std::string> failures;
  for (const MetricComparison& metric : comparison.metrics) {
    for (const PairTest& pair : metric.pairs) {
      const std::optional<uint32_t> worse = WorseThanBaseline(metric, pair, baseline);
      if (!worse) continue;
      failures.push_back(fmt::format(
          "'{}' is significantly worse than the baseline '{}' in {}{} (adjusted p = {:.4f})",
          metric.systems[*worse].name, metric.systems[baseline].name, metric.metric,
          comparison.by.empty() ? "" : fmt::format(" of {} '{}'", comparison.by, metric.group),
          pair.p_adjusted));
    }
  }
  if (failures.empty()) return absl::OkStatus();
  return GateFailed(fmt::format("--gate: {}", fmt::join(failures, "; ")));
}

}  // namespace

absl::StatusOr<LowArgs> CheckCompare(const LowArgs& args) {
  MTG_ASSIGN_OR_RETURN(ComparingSettings settings, ResolveComparing(args));
  if (settings.texts) {
    MTG_RETURN_IF_ERROR(MakeJob(settings.texts->job, settings.texts->names, args).status());
  }
  return std::move(settings.in_effect);
}

absl::Status RunCompare(const LowArgs& args, const Program& program) {
  MTG_ASSIGN_OR_RETURN(const ComparingSettings settings, ResolveComparing(args));
  MTG_ASSIGN_OR_RETURN(Output output, Output::Open(args.output));
  MTG_ASSIGN_OR_RETURN(Comparison comparison, CompareSystems(settings, args, program));
  MTG_RETURN_IF_ERROR(HandleWarnings(args, comparison.warnings));
  MTG_RETURN_IF_ERROR(
      output.Write(FindComparisonFormat(args.format).write(comparison, settings.write)));
  MTG_RETURN_IF_ERROR(output.Finish());
  return args.gate ? CheckGate(comparison) : absl::OkStatus();
}

}  // namespace mtgauge
