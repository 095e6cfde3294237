// Decides if a comparison passes a gate.
#include "core/report/gate/gate.h"

#include <fmt/format.h>

#include <cstdint>
#include <optional>
#include <utility>

#include "core/base/printing.h"
#include "core/base/status.h"
#include "core/report/forms/text_table.h"
#include "mtgauge/compare.h"

namespace mtgauge {
namespace {

// How a system compares to the baseline.
struct Standing {
  uint32_t system;
  double difference;  // from the baseline's score
  double p_adjusted;
  bool fails;
};

// A system fails if it is significantly worse. With a margin, it fails if it is not shown to be
// worse by less than the margin.
Standing StandingOf(const MetricComparison& metric, const PairTest& pair,
                    const CompareOptions& options) {
  const bool is_first = pair.b == *options.baseline;
  Standing standing = {is_first ? pair.a : pair.b, is_first ? pair.difference : -pair.difference,
                       pair.p_adjusted, false};
  if (options.margin) {
    standing.p_adjusted = *pair.p_margin_adjusted;
    standing.fails = standing.p_adjusted > options.alpha;
  } else {
    const bool worse = metric.higher_is_better ? standing.difference < 0 : standing.difference > 0;
    standing.fails = worse && pair.significant;
  }
  return standing;
}

std::string MessageOf(const GateFailure& failure, const Comparison& comparison,
                      const std::string& baseline) {
  const std::optional<double> margin = comparison.options.margin;
  return fmt::format(
      "'{}' {} the baseline '{}'{} in {}{} ({:+.2f}, adjusted p = {:.4f})", failure.system,
      margin ? "may be worse than" : "is significantly worse than", baseline,
      margin ? fmt::format(" by {} or more", ShortestDouble(*margin)) : "", failure.metric,
      comparison.by.empty() ? "" : fmt::format(" of {} '{}'", comparison.by, failure.group),
      failure.value, *failure.p_adjusted);
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
  GateVerdict verdict;
  verdict.option = "gate";
  for (const MetricComparison& metric : comparison.metrics) {
    for (const PairTest& pair : metric.pairs) {
      const Standing standing = StandingOf(metric, pair, comparison.options);
      if (!standing.fails) continue;
      GateFailure failure;
      failure.system = metric.systems[standing.system].name;
      failure.metric = metric.metric;
      failure.signature = metric.signature;
      failure.group = metric.group;
      failure.value = standing.difference;
      failure.p_adjusted = standing.p_adjusted;
      failure.message =
          MessageOf(failure, comparison, metric.systems[*comparison.options.baseline].name);
      verdict.failures.push_back(std::move(failure));
    }
  }
  return verdict;
}

std::string GateMarkdown(const GateVerdict& verdict) {
  if (verdict.failures.empty()) return "**Gate passed**\n\n";
  std::string text = "**Gate failed**\n\n";
  for (const GateFailure& failure : verdict.failures) {
    text += "- " + MarkdownText(Printable(failure.message)) + '\n';
  }
  return text + '\n';
}

}  // namespace mtgauge
