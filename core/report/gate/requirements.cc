// --require: bounds on the scores of a job, as in 'bleu>=30'.
#include "core/report/gate/requirements.h"

#include <fmt/format.h>

#include <cstddef>
#include <optional>
#include <string_view>
#include <utility>

#include "core/base/printing.h"
#include "core/base/suggest.h"
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

// The ways to name a metric, the most specific first.
using NameOfMetric = std::string (*)(const MadeMetric&);
std::string SpecOf(const MadeMetric& made) { return made.spec; }
std::string NameOf(const MadeMetric& made) { return std::string(made.row->name); }
std::string TitleOf(const MadeMetric& made) { return made.Title(); }

// Returns the "SYSTEM" of "SYSTEM:bleu", empty for "bleu"; nullopt if the target is another
// metric's.
std::optional<std::string> SystemOf(const std::string& target, const std::string& metric) {
  if (target == metric) return "";
  if (!target.ends_with(":" + metric)) return std::nullopt;
  return target.substr(0, target.size() - metric.size() - 1);
}

}  // namespace

absl::StatusOr<Requirements::Resolved> Requirements::ResolveOne(const Requirement& typed,
                                                                const Job& job) {
  Resolved resolved{typed, "", {}};
  for (const NameOfMetric name : {SpecOf, NameOf, TitleOf}) {
    for (size_t m = 0; m < job.metrics().size(); ++m) {
      const std::optional<std::string> system = SystemOf(typed.target, name(job.metrics()[m]));
      if (!system) continue;
      resolved.system = *system;
      resolved.metrics.push_back(m);
    }
    if (!resolved.metrics.empty()) return resolved;
  }
  std::vector<std::string_view> known;
  for (const MadeMetric& made : job.metrics()) known.push_back(made.spec);
  return UsageError({.option = "require"},
                    fmt::format("`require`: '{}' names a metric that is not scored (scored: {})",
                                typed.text, JoinChoices(known)),
                    "add it with `metrics`");
}

absl::StatusOr<Requirements> Requirements::Resolve(const std::vector<Requirement>& typed,
                                                   const Job& job) {
  Requirements requirements;
  for (const Requirement& one : typed) {
    MTG_ASSIGN_OR_RETURN(Resolved resolved, ResolveOne(one, job));
    requirements.resolved_.push_back(std::move(resolved));
  }
  return requirements;
}

absl::Status Requirements::ResolveSystems(std::span<const NamedFiles> systems) {
  for (Resolved& one : resolved_) {
    if (one.system.empty()) continue;
    const absl::StatusOr<std::optional<size_t>> found = FindSystem(one.system, systems);
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
  return absl::OkStatus();
}

GateVerdict Requirements::Check(const Report& report) const {
  GateVerdict verdict;
  verdict.option = "require";
  for (const Resolved& one : resolved_) {
    for (const SystemReport& system : report.systems) {
      if (!one.system.empty() && one.system != system.name) continue;
      AppendFailures(one, system, verdict.failures);
    }
  }
  return verdict;
}

void Requirements::AppendFailures(const Resolved& one, const SystemReport& system,
                                  std::vector<GateFailure>& failures) {
  for (const size_t m : one.metrics) {
    const MetricScore& score = system.scores[m];
    if (Holds(score.score, one.typed.relation, one.typed.bound)) continue;
    const std::string message = fmt::format(
        "'{}' has {} = {}, which is not {} {}", system.name, score.metric,
        ShortestDouble(score.score), SignOf(one.typed.relation), ShortestDouble(one.typed.bound));
    failures.push_back({system.name, score.metric, score.signature, "", one.typed.text, score.score,
                        std::nullopt, message});
  }
}

}  // namespace mtgauge
