// Bounds on scores (`require`), as in 'bleu>=30' or 'bleu>=baseline-0.5'.
#include "core/report/gate/requirements.h"

#include <fmt/format.h>

#include <algorithm>
#include <optional>
#include <string_view>
#include <tuple>
#include <utility>

#include "core/base/printing.h"
#include "core/base/suggest.h"
#include "core/contract/metric_names.h"
#include "core/contract/registry.h"
#include "core/score/requirement.h"
#include "core/score/system_names.h"

namespace mtgauge {
namespace {

using Relation = Requirement::Relation;

bool Holds(double score, Relation relation, double bound) {
  switch (relation) {
    case Relation::kAtLeast:
      return score >= bound;
    case Relation::kAbove:
      return score > bound;
    case Relation::kAtMost:
      return score <= bound;
    case Relation::kBelow:
      break;
  }
  return score < bound;
}

// Returns the "SYSTEM" of "SYSTEM:bleu", empty for "bleu"; nullopt if the target is another
// metric's.
std::optional<std::string> SystemOf(const std::string& target, const std::string& metric) {
  if (target == metric) return "";
  if (!target.ends_with(":" + metric)) return std::nullopt;
  return target.substr(0, target.size() - metric.size() - 1);
}

// Returns a target whose metric has another name, such as "chrF++" or "SYSTEM:chrF++", with the
// metric's own name; otherwise the target.
std::string WithOwnName(const std::string& target) {
  for (size_t begin = 0; begin != std::string::npos;) {
    const std::string name = target.substr(begin);
    const Result<std::vector<std::string>> own = ReadMetricSpecs({name});
    if (own.ok() && own->size() == 1 && own->front() != name) {
      return target.substr(0, begin) + own->front();
    }
    const size_t colon = target.find(':', begin);
    begin = colon == std::string::npos ? colon : colon + 1;
  }
  return target;
}

// A score, and where it stands.
struct PlacedScore {
  std::string_view system, metric, signature, group, caution;
  double score;
};

// Appends a failure if the score does not hold. `baseline` is null if the bound needs none.
void CheckScore(const Requirement& typed, const PlacedScore& of, const SystemEstimate* baseline,
                GateVerdict& verdict) {
  const double bound = typed.bound + (baseline == nullptr ? 0 : baseline->score);
  if (of.caution.empty() && Holds(of.score, typed.relation, bound)) return;
  GateFailure failure;
  failure.system = of.system;
  failure.metric = of.metric;
  failure.signature = of.signature;
  failure.group = of.group;
  failure.requirement = typed.text;
  failure.value = of.score;
  const std::string where = of.group.empty() ? "" : fmt::format(" of '{}'", of.group);
  if (!of.caution.empty()) {
    failure.verdict = Verdict::kUndecided;
    failure.message = fmt::format("'{}' has no {}{}: {}", of.system, of.metric, where, of.caution);
    verdict.failures.push_back(std::move(failure));
    return;
  }
  failure.message = fmt::format("'{}' has {}{} = {}, which is not {}", of.system, of.metric, where,
                                ShortestDouble(of.score), RelationOf(typed));
  if (baseline != nullptr) {
    failure.message +=
        fmt::format(" ('{}' has {})", baseline->name, ShortestDouble(baseline->score));
  }
  verdict.failures.push_back(std::move(failure));
}

}  // namespace

std::vector<MetricNames> NamesOfMetrics(const Job& job) {
  std::vector<MetricNames> names;
  for (const MadeMetric& made : job.metrics()) {
    names.push_back({made.spec, std::string(made.row->name), made.Title()});
  }
  return names;
}

// A bound in percent is for scores in percent; with `scale` unit, bounds are from 0 to 1.
Status Requirements::CheckBound(const Resolved& resolved) const {
  const std::string& text = resolved.typed.text;
  for (const size_t m : resolved.metrics) {
    const auto& [spec, name, title] = metrics_[m];
    const MetricRow* const row = FindMetric(name);
    if (!text.ends_with('%') || (row != nullptr && row->scale == 100 && !unit_scale_)) continue;
    return UsageError(
        {.option = "require"},
        fmt::format("`require`: '{}': the scores of {} are not in percent", text, spec),
        "write the bound as the scores are printed, without %");
  }
  const double bound = resolved.typed.bound;
  if (unit_scale_ && (bound < 0 || bound > 1)) {
    return UsageError({.option = "require"},
                      fmt::format("`require`: '{}': with `scale` unit, scores are from 0 to 1, and "
                                  "higher is better",
                                  text),
                      "write such a bound, as in 'ter>=0.6', or leave out `scale`");
  }
  return OkStatus();
}

void Requirements::FindMetrics(const std::string& target, Resolved& resolved) const {
  for (size_t kind = 0; kind < std::tuple_size_v<MetricNames>; ++kind) {
    for (size_t m = 0; m < metrics_.size(); ++m) {
      const std::optional<std::string> system = SystemOf(target, metrics_[m][kind]);
      if (!system) continue;
      resolved.system = *system;
      resolved.metrics.push_back(m);
    }
    if (!resolved.metrics.empty()) return;
  }
}

Result<Requirements::Resolved> Requirements::ResolveOne(const Requirement& typed) const {
  Resolved resolved{typed, "", {}};
  FindMetrics(typed.target, resolved);
  if (resolved.metrics.empty()) FindMetrics(WithOwnName(typed.target), resolved);
  if (!resolved.metrics.empty()) {
    MTG_RETURN_IF_ERROR(CheckBound(resolved));
    return resolved;
  }
  std::vector<std::string_view> known;
  for (const MetricNames& names : metrics_) known.push_back(names.front());
  return UsageError({.option = "require"},
                    fmt::format("`require`: '{}' names a metric that is not scored (scored: {})",
                                typed.text, JoinChoices(known)),
                    "add it with `metrics`");
}

Result<Requirements> Requirements::Resolve(const std::vector<Requirement>& typed,
                                           std::vector<MetricNames> metrics, bool has_baseline,
                                           bool unit_scale) {
  Requirements requirements;
  requirements.unit_scale_ = unit_scale;
  requirements.metrics_ = std::move(metrics);
  for (const Requirement& one : typed) {
    if (one.from_baseline && !has_baseline) {
      return UsageError({.option = "require"},
                        fmt::format("`require`: '{}' needs a system to compare with", one.text),
                        "with the verb 'compare', name the system with `baseline` NAME");
    }
    MTG_ASSIGN_OR_RETURN(Resolved resolved, requirements.ResolveOne(one));
    requirements.resolved_.push_back(std::move(resolved));
  }
  return requirements;
}

Status Requirements::ResolveSystems(std::span<const NamedFiles> systems) {
  for (Resolved& one : resolved_) {
    if (one.system.empty()) continue;
    const Result<std::optional<size_t>> found = FindSystem(one.system, systems);
    if (!found.ok()) return Within("`require`", WithOption("require", found.status()));
    if (*found) {
      one.system = systems[**found].name;
      continue;
    }
    return UsageError({.option = "require"},
                      fmt::format("`require`: '{}' names a system that is not scored (scored: {})",
                                  one.typed.text, JoinChoices(NamesOfRows(systems))),
                      "");
  }
  return OkStatus();
}

void Requirements::Check(const Report& report, GateVerdict& verdict) const {
  const auto check = [&](const Resolved& one, const std::vector<SystemReport>& systems,
                         std::string_view group) {
    for (const SystemReport& system : systems) {
      if (system.scores.empty()) continue;  // groups may have no common score
      if (!one.system.empty() && one.system != system.name) continue;
      for (const size_t m : one.metrics) {
        const MetricScore& score = system.scores[m];
        CheckScore(one.typed,
                   {system.name, score.metric, score.signature, group, score.caution, score.score},
                   nullptr, verdict);
      }
    }
  };
  for (const Resolved& one : resolved_) {
    check(one, report.systems, "");
    if (!report.grouped) continue;
    for (const GroupReport& group : report.grouped->groups) check(one, group.systems, group.name);
  }
}

void Requirements::Check(const Comparison& comparison, GateVerdict& verdict) const {
  for (const Resolved& one : resolved_) {
    for (size_t m = 0; m < comparison.metrics.size(); ++m) {
      const MetricComparison& metric = comparison.metrics[m];
      const size_t named = m % metrics_.size();
      if (std::count(one.metrics.begin(), one.metrics.end(), named) == 0) continue;
      const SystemEstimate* const baseline =
          one.typed.from_baseline ? &metric.systems[*comparison.options.baseline] : nullptr;
      for (const SystemEstimate& system : metric.systems) {
        if (&system == baseline && one.system.empty()) continue;
        if (!one.system.empty() && one.system != system.name) continue;
        CheckScore(one.typed,
                   {system.name, metric.metric, metric.signature, metric.group, system.caution,
                    system.score},
                   baseline, verdict);
      }
    }
  }
}

}  // namespace mtgauge
