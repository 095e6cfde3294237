// Turns a request into a Comparison: scores the texts and keeps their rows, reads outside scores
// and units, and compares.
#include <string>
#include <utility>
#include <vector>

#include "core/report/gate/gate.h"
#include "core/report/gate/requirements.h"
#include "core/score/source_facts.h"
#include "mtgauge/compare.h"
#include "parallel/compare/by_group.h"
#include "parallel/compare/human_ranking.h"
#include "parallel/compare/outside_comparing.h"
#include "parallel/compare/pair_comparing.h"
#include "parallel/compare/plan.h"
#include "parallel/compare/planning.h"
#include "parallel/compare/shared_sums.h"
#include "parallel/run/memory.h"
#include "parallel/run/run_of.h"

namespace mtgauge {

template <>
struct RunOf<CompareRun, CompareRequest>::Plan : ComparePlan {
  Requirements requirements;
  std::vector<ComparePlan> pairs;  // one for each, if the request has a list of them

  Status Settle();
  Status SettlePairs();
  Result<Comparison> Run();
  Status WriteSums(const std::string& file);
};

Result<Comparison> CompareRun::Plan::Run() {
  if (!request.humans.empty()) return RankByHumans(request, options);
  if (!pairs.empty()) return ComparePairs(pairs, *this);
  if (request.blocks) {
    return UsageError({.option = "blocks"},
                      "`blocks` only writes sums to a file and compares nothing", "leave it out");
  }
  MTG_ASSIGN_OR_RETURN(Opened opened, Open());
  MTG_RETURN_IF_ERROR(requirements.ResolveSystems(opened.systems));
  const CompareOptions tested = opened.options;
  if (texts && !texts->by.field.empty()) {
    return CompareByGroup(std::move(opened.texts),
                          {*this,
                           opened.systems,
                           std::move(opened.outside),
                           {},
                           tested,
                           of_segments ? &*of_segments : nullptr},
                          request);
  }
  if (!texts) return CompareOutside(*this, std::move(opened));
  SumsMaker sums;
  if (const std::vector<std::string>& files = request.sums; !files.empty()) {
    MTG_ASSIGN_OR_RETURN(sums, ReadSums(files, texts->rows->header(), tested));
  }
  MTG_ASSIGN_OR_RETURN(Material material, Gather(std::move(opened)));
  material.input.sums = std::move(sums);
  return Compare(material, tested);
}

Status CompareRun::Plan::WriteSums(const std::string& file) {
  if (texts == std::nullopt || texts->rows == nullptr) {
    return UsageError({.option = "rows"}, "only row files can be resampled in parts",
                      "make them with `mtgauge rows`, and name them with `rows`");
  }
  MTG_ASSIGN_OR_RETURN(Opened opened, Open());
  const CompareOptions tested = opened.options;
  MTG_ASSIGN_OR_RETURN(Material material, Gather(std::move(opened)));
  return WriteShare(texts->rows->header(), std::move(material.input), tested, request.blocks,
                    request, file);
}

namespace {

// Returns the names of the metrics of the texts, then those of outside scores.
std::vector<MetricNames> NamesOfMetrics(const ComparePlan& plan) {
  std::vector<MetricNames> names;
  if (plan.job) names = NamesOfMetrics(*plan.job);
  for (const OutsideFiles& scores : plan.scores) {
    names.push_back({scores.metric, scores.metric, scores.metric});
  }
  return names;
}

}  // namespace

Status CompareRun::Plan::SettlePairs() {
  MTG_ASSIGN_OR_RETURN(pairs, PlanPairs(request));
  const ComparePlan& first = pairs.front();
  const CompareRequest given = request;
  static_cast<CompareSettings&>(*this) = first;
  request.pair_list = given.pair_list;
  request.language_pair = given.language_pair;
  request.references.clear();
  request.inputs.clear();
  request.mean = given.mean;
  request.join_common = given.join_common;
  texts.reset();
  warnings.clear();
  options.mean = given.mean;
  record = first.record;
  record.references.clear();
  for (const ComparePlan& pair : pairs) {
    record.references.insert(record.references.end(), pair.record.references.begin(),
                             pair.record.references.end());
  }
  return CheckMean(request, options);
}

Status CompareRun::Plan::Settle() {
  if (!request.humans.empty()) {
    MTG_ASSIGN_OR_RETURN(options, ResolveHumanRanking(request));
    return OkStatus();
  }
  if (!request.pair_list.empty()) return SettlePairs();
  const CompareRequest given = request;
  MTG_ASSIGN_OR_RETURN(static_cast<ComparePlan&>(*this), ComparePlan::Make(given));
  MTG_ASSIGN_OR_RETURN(requirements,
                       Requirements::Resolve(request.requirements, NamesOfMetrics(*this),
                                             request.baseline.has_value()));
  return OkStatus();
}

template class RunOf<CompareRun, CompareRequest>;

Result<Comparison> CompareRun::Run() {
  MTG_ASSIGN_OR_RETURN(Comparison comparison, WithinMemory([&] { return plan_->Run(); }));
  comparison.warnings.insert(comparison.warnings.begin(), plan_->warnings.begin(),
                             plan_->warnings.end());
  if (IsMarkRemoved(comparison.warnings)) {
    for (MetricComparison& metric : comparison.metrics) metric.equals.clear();
  }
  comparison.table = plan_->request.table;
  if (plan_->request.plan > 0) PlanTests(plan_->request.plan, comparison);
  const Requirements& requirements = plan_->requirements;
  if (plan_->request.gate || !requirements.empty()) comparison.gate.emplace();
  if (plan_->request.gate) AddGate(comparison, *comparison.gate);
  if (!requirements.empty()) requirements.Check(comparison, *comparison.gate);
  return comparison;
}

Status CompareRun::WriteSums(const std::string& file) {
  return WithinMemory([&] { return plan_->WriteSums(file); });
}

Result<Comparison> Compare(const CompareRequest& request) {
  MTG_ASSIGN_OR_RETURN(CompareRun run, CompareRun::Make(request));
  return run.Run();
}

}  // namespace mtgauge
