// Decides if a comparison passes a gate.
#include "core/report/gate/gate.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <optional>
#include <utility>
#include <vector>

#include "core/base/printing.h"
#include "core/base/status.h"
#include "core/report/forms/text_table.h"
#include "core/significance/conventions.h"
#include "core/significance/significance.h"
#include "mtgauge/compare.h"

namespace mtgauge {
namespace {

// How a system compares to the baseline.
struct Standing {
  uint32_t system;
  double difference;  // from the baseline's score
  double p_adjusted;
  Verdict verdict;
  std::string why;  // nothing could be decided
  std::string remedy;
};

// Returns how many ways there are to divide the outputs of a unit between two systems.
double WaysToSwap(uint32_t runs) {
  double ways = 1;
  for (uint32_t i = 1; i <= runs; ++i) ways = ways * (runs + i) / i;
  return ways;
}

// Returns the smallest adjusted p that the test of the gate can give. One of all swaps, and its
// reverse, is always as extreme as what was observed; a bootstrap of so few units shows no more
// (see LeastP()). The conventions of reference tools know no such bound.
double LeastAdjustedP(const MetricComparison& metric, const PairTest& pair,
                      const CompareOptions& options) {
  const bool swaps = options.test == TestKind::kRandomization && !options.margin;
  const double ways = swaps ? WaysToSwap(metric.systems[pair.a].runs) : 2;
  double least = swaps && pair.exact ? 0 : 1 / (static_cast<double>(options.resamples) + 1);
  if (options.margin || options.ties == TieRule::kAtLeast) {
    least = std::max(least, 2 / std::pow(ways, static_cast<double>(metric.units)));
  }
  return Adjusted(options.correction, std::vector<double>(metric.pairs.size(), least)).front();
}

// Returns why the test of a pair tells nothing; empty if it tells something.
std::string WhyUndecided(const MetricComparison& metric, const PairTest& pair,
                         const CompareOptions& options) {
  if (!std::isfinite(pair.difference) || std::isnan(pair.se)) return "a score is undefined";
  const bool from_resamples =
      options.margin || (options.test == TestKind::kBootstrap && options.ties == TieRule::kAtLeast);
  if (from_resamples && pair.se == 0) return "all resamples differ by the same amount";
  const double least = LeastAdjustedP(metric, pair, options);
  if (least <= options.alpha) return "";
  return fmt::format("with {} and {}, adjusted p cannot be below {:.4f}",
                     Counted(metric.units, std::string(NameOf(kUnits, options.unit))),
                     Counted(options.resamples, "resample"), least);
}

std::string RemedyOf(const MetricComparison& metric) {
  return fmt::format(
      "use more segments and resamples, or bound the scores with `require`, as in "
      "'{}{}0.5'",
      metric.metric, metric.higher_is_better ? ">=baseline-" : "<=baseline+");
}

// A system fails if it is significantly worse. With a margin, it fails if it is not shown to be
// worse by less than the margin.
Standing StandingOf(const MetricComparison& metric, const PairTest& pair,
                    const CompareOptions& options) {
  const bool is_first = pair.b == *options.baseline;
  Standing standing = {is_first ? pair.a : pair.b,
                       is_first ? pair.difference : -pair.difference,
                       options.margin ? *pair.p_margin_adjusted : pair.p_adjusted,
                       Verdict::kPass,
                       "",
                       ""};
  for (const uint32_t system : {pair.a, pair.b}) {
    if (metric.systems[system].caution.empty()) continue;
    standing.why = metric.systems[system].caution;
    standing.verdict = Verdict::kUndecided;
    return standing;
  }
  const bool equal = pair.difference == 0 && pair.se == 0;
  const bool better = metric.higher_is_better ? standing.difference >= 0 : standing.difference <= 0;
  if (equal || (better && !options.margin)) return standing;
  standing.why = WhyUndecided(metric, pair, options);
  if (!standing.why.empty()) standing.remedy = RemedyOf(metric);
  const bool fails = options.margin ? standing.p_adjusted > options.alpha : pair.significant;
  standing.verdict = !standing.why.empty() ? Verdict::kUndecided
                     : fails               ? Verdict::kFail
                                           : Verdict::kPass;
  return standing;
}

std::string MessageOf(const GateFailure& failure, const Standing& standing,
                      const Comparison& comparison, const std::string& baseline) {
  const std::optional<double> margin = comparison.options.margin;
  const std::string by_margin =
      margin ? fmt::format(" by {} or more", ShortestDouble(*margin)) : "";
  const std::string where =
      failure.metric +
      (comparison.by.empty() ? "" : fmt::format(" of {} '{}'", comparison.by, failure.group));
  if (failure.verdict == Verdict::kUndecided) {
    return fmt::format(
        "the test cannot decide whether '{}' is worse than the baseline '{}'{} in {} ({:+.2f}): "
        "{}",
        failure.system, baseline, by_margin, where, failure.value, standing.why);
  }
  return fmt::format("'{}' {} the baseline '{}'{} in {} ({:+.2f}, adjusted p = {:.4f})",
                     failure.system, margin ? "may be worse than" : "is significantly worse than",
                     baseline, by_margin, where, failure.value, *failure.p_adjusted);
}

std::string OptionOf(const GateFailure& failure) {
  return failure.requirement.empty() ? "gate" : "require";
}

}  // namespace

std::string_view NameOf(Verdict verdict) {
  return verdict == Verdict::kPass ? "pass" : verdict == Verdict::kFail ? "fail" : "undecided";
}

Verdict GateVerdict::verdict() const {
  Verdict worst = Verdict::kPass;
  for (const GateFailure& failure : failures) worst = std::max(worst, failure.verdict);
  return worst;
}

Status GateVerdict::status() const {
  if (failures.empty()) return OkStatus();
  std::string text, option, remedy;
  for (const GateFailure& failure : failures) {
    if (!text.empty()) text += "; ";
    if (option != OptionOf(failure)) text += fmt::format("`{}`: ", OptionOf(failure));
    option = OptionOf(failure);
    text += failure.message;
    if (remedy.empty()) remedy = failure.remedy;
  }
  return WithOption(OptionOf(failures.front()), MakeStatus(ErrorKind::kGate, {}, text, remedy));
}

void AddGate(const Comparison& comparison, GateVerdict& verdict) {
  for (const MetricComparison& metric : comparison.metrics) {
    for (const PairTest& pair : metric.pairs) {
      const Standing standing = StandingOf(metric, pair, comparison.options);
      if (standing.verdict == Verdict::kPass) continue;
      GateFailure failure;
      failure.system = metric.systems[standing.system].name;
      failure.metric = metric.metric;
      failure.signature = metric.signature;
      failure.group = metric.group;
      failure.value = standing.difference;
      failure.p_adjusted = standing.p_adjusted;
      failure.verdict = standing.verdict;
      failure.message = MessageOf(failure, standing, comparison,
                                  metric.systems[*comparison.options.baseline].name);
      failure.remedy = standing.remedy;
      verdict.failures.push_back(std::move(failure));
    }
  }
}

std::string GateMarkdown(const GateVerdict& verdict) {
  if (verdict.failures.empty()) return "**Gate passed**\n\n";
  std::string text =
      verdict.verdict() == Verdict::kFail ? "**Gate failed**\n\n" : "**Gate undecided**\n\n";
  for (const GateFailure& failure : verdict.failures) {
    text += "- " + MarkdownText(Printable(failure.message)) + '\n';
  }
  return text + '\n';
}

void to_json(Json& json, const GateVerdict& gate) {
  Json failures = Json::array();
  for (const GateFailure& failure : gate.failures) {
    Json each = {
        {"system", failure.system}, {"metric", failure.metric}, {"signature", failure.signature}};
    if (!failure.group.empty()) each["group"] = failure.group;
    if (failure.p_adjusted) {
      each["difference"] = failure.value;
      each["p_adjusted"] = *failure.p_adjusted;
    } else {
      each["score"] = failure.value;
      each["requirement"] = failure.requirement;
    }
    each["verdict"] = std::string(NameOf(failure.verdict));
    each["message"] = failure.message;
    if (!failure.remedy.empty()) each["remedy"] = failure.remedy;
    failures.push_back(std::move(each));
  }
  json = {{"passed", gate.failures.empty()},
          {"verdict", std::string(NameOf(gate.verdict()))},
          {"failures", std::move(failures)}};
}

}  // namespace mtgauge
