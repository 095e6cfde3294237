// One scoring run keeps the rows of every group. Each group is then compared as if it were the
// whole input.
#include "parallel/compare/by_group.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cstdint>
#include <deque>
#include <iterator>
#include <map>
#include <span>
#include <string>
#include <unordered_map>
#include <utility>

#include "core/input/group_values.h"
#include "core/request/group_fields.h"
#include "parallel/compare/group_parts.h"
#include "parallel/score/group_run.h"
#include "parallel/score/group_scores.h"
#include "parallel/score/group_warnings.h"
#include "parallel/significance/kept_rows.h"

namespace mtgauge {
namespace {

struct KeptGroups {
  std::vector<KeptGroup> groups;       // in the order of `units`
  UnitTable units;                     // the group of each segment
  std::vector<bool> skipped;           // [segment of the input]
  std::vector<std::string> documents;  // the same; empty texts where the inputs name none
  Report total;                        // warnings and counts
};

KeptGroup FinishGroup(const Job& job, RowKeeper& keeper) {
  KeptGroup group;
  if (keeper.kept() == 0) return group;
  std::vector<std::vector<RowStore>> rows = keeper.TakeRows();
  for (size_t m = 0; m < rows.size(); ++m) {
    ComparedMetric metric = {DescribeMetric(job, m, keeper.references()), {}, {}};
    metric.rows = std::move(rows[m]);
    group.metrics.push_back(std::move(metric));
  }
  group.documents = keeper.documents();
  std::vector<std::vector<int64_t>> sums;
  for (size_t s = 0; s < job.names().hyps.size(); ++s) {
    for (const ComparedMetric& metric : group.metrics) sums.push_back(metric.rows[s].Totals());
  }
  group.cautions = GroupCautionsOf(job, sums);
  return group;
}

Result<KeptGroups> KeepGroups(GroupRun& run, SegmentOrder& order) {
  KeptGroups kept;
  std::deque<RowKeeper> keepers;  // [group]
  std::unordered_map<std::string, uint32_t> numbers;
  Sink sink;
  sink.want_rows = true;
  // The stores have the same layout for every job, so the first one serves all.
  sink.deliver = [&, &job = run.job(0)](const Delivery& delivery) {
    std::map<uint32_t, std::vector<uint32_t>> segments;  // the segments to keep, by group
    for (uint32_t i = 0; i < delivery.count; ++i) {
      const auto next = static_cast<uint32_t>(keepers.size());
      const auto [known, is_new] = numbers.try_emplace(delivery.groups[i], next);
      if (is_new) {
        keepers.emplace_back(job);
        kept.units.names.push_back(known->first);
      }
      kept.units.unit_of_segment.push_back(known->second);
      kept.skipped.push_back(!delivery.excluded.empty() && delivery.excluded[i] != 0);
      if (!kept.skipped.back()) segments[known->second].push_back(i);
    }
    for (const auto& [group, of_group] : segments) keepers[group].Keep(delivery, of_group);
    kept.documents.insert(kept.documents.end(), delivery.documents.begin(),
                          delivery.documents.end());
    kept.documents.resize(kept.skipped.size());
    return OkStatus();
  };
  MTG_ASSIGN_OR_RETURN(kept.total, run.Score(order.Watch(sink)));
  for (size_t group = 0; group < keepers.size(); ++group) {
    const size_t job = run.JobOf(kept.units.names[group]);
    kept.groups.push_back(FinishGroup(run.job(job), keepers[group]));
  }
  return kept;
}

// Reports missing scores by their segment in the whole input, before any group is compared.
Status CheckComplete(const std::vector<OutsideScores>& outside, const std::vector<bool>& skipped,
                     bool drop_missing) {
  for (const OutsideScores& scores : outside) {
    MTG_RETURN_IF_ERROR(FindMissing(scores, skipped, drop_missing).status());
  }
  return OkStatus();
}

// Where records name their system, and are not joined by a key, the outputs of all systems are one
// column.
Status CheckSystems(const GroupFields& by, size_t systems) {
  const std::vector<std::string> names = by.names();
  if (systems > 1 || std::find(names.begin(), names.end(), "system") == names.end()) {
    return OkStatus();
  }
  return UsageError(
      {.option = "by"},
      fmt::format("`by` {}: each group has one system, so there is nothing to compare",
                  fmt::join(names, ",")),
      "leave out system, and join the records of all systems by their ids, as in "
      "`key` id");
}

// Compares the means over all groups.
Result<Comparison> CompareMean(std::span<const std::vector<uint32_t>> segments, KeptGroups kept,
                               size_t fields, const Compared& compared, const RunOptions& run,
                               std::vector<std::string>& left_out) {
  std::vector<KeptGroup> groups;
  std::vector<std::string> names;
  std::vector<uint32_t> order;
  MeanOver mean;
  for (size_t g = 0; g < kept.groups.size(); ++g) {
    if (kept.groups[g].metrics.empty()) {
      left_out.push_back(GroupLabel(kept.units.names[g], fields));
      continue;
    }
    for (const uint32_t segment : segments[g]) {
      order.push_back(segment);
      if (!kept.skipped[segment]) {
        mean.term_of_segment.push_back(static_cast<uint32_t>(groups.size()));
      }
    }
    groups.push_back(std::move(kept.groups[g]));
    names.push_back(kept.units.names[g]);
  }
  if (groups.empty()) return InputError("all segments are skipped", "correct the texts");
  mean.terms = MeanTermsOf(names, fields);
  return CompareGroup(order, JoinGroups(groups, names), kept.skipped, compared, run,
                      std::move(mean));
}

// Adds what the groups' scores do not say, unless those of the whole corpus say nothing.
void AddCautions(const KeptGroups& kept, const GroupFields& by, std::vector<Warning>& warnings) {
  GroupWarnings cautions;
  for (size_t g = 0; g < kept.groups.size() && !SaysNothing(kept.total.warnings); ++g) {
    cautions.Add(GroupLabel(kept.units.names[g], by.fields.size()), kept.groups[g].cautions);
  }
  std::move(cautions).AddTo(by.Label(), warnings);
}

// The facts about all groups.
void TakeTotal(Report& total, Comparison& all) {
  all.skipped = total.skipped;
  all.replaced = total.replaced;
  all.warnings.insert(all.warnings.begin(), total.warnings.begin(), total.warnings.end());
}

}  // namespace

Result<Comparison> CompareByGroup(Texts texts, Compared compared, const RunOptions& run) {
  const CompareSettings& settings = compared.settings;
  const GroupFields by = FieldsOf(settings.texts->by);
  MTG_RETURN_IF_ERROR(CheckSystems(by, compared.systems.size()));
  MTG_ASSIGN_OR_RETURN(GroupRun groups, GroupRun::Prepare(*settings.texts, std::move(texts), run));
  SegmentOrder order(compared.outside);
  MTG_ASSIGN_OR_RETURN(KeptGroups kept, KeepGroups(groups, order));
  MTG_RETURN_IF_ERROR(order.Apply(compared.outside));
  for (OutsideScores& scores : compared.outside) {
    MTG_RETURN_IF_ERROR(MatchSystems(compared.systems, kept.skipped.size(), scores));
  }
  MTG_RETURN_IF_ERROR(CheckComplete(compared.outside, kept.skipped, settings.request.drop_missing));
  MTG_ASSIGN_OR_RETURN(compared.units, ReadUnitFiles(settings, kept.skipped.size()));
  const std::vector<std::vector<uint32_t>> segments = SegmentsOfGroups(kept.units);
  MTG_RETURN_IF_ERROR(CheckDocuments(settings, compared.units.documents, std::move(kept.documents),
                                     compared.outside));
  Comparison all;
  std::vector<Warning> cautions;
  AddCautions(kept, by, cautions);
  std::vector<std::string> skipped;
  if (!compared.options.mean.empty()) {
    Report total = std::move(kept.total);
    MTG_ASSIGN_OR_RETURN(
        all, CompareMean(segments, std::move(kept), by.fields.size(), compared, run, skipped));
    TakeTotal(total, all);
    std::ranges::move(cautions, std::back_inserter(all.warnings));
    if (!skipped.empty()) all.warnings.push_back(SkippedGroupsWarning(skipped));
    return all;
  }
  all.by = by.Label();
  TakeTotal(kept.total, all);
  GroupWarnings warnings;
  GroupParts parts;
  for (uint32_t group = 0; group < kept.groups.size(); ++group) {
    const std::string name = GroupLabel(kept.units.names[group], by.fields.size());
    if (kept.groups[group].metrics.empty()) {
      skipped.push_back(name);
      continue;
    }
    MTG_ASSIGN_OR_RETURN(Comparison one,
                         CompareGroup(segments[group], std::move(kept.groups[group]), kept.skipped,
                                      compared, run, {}, &parts));
    warnings.Add(name, std::move(one.warnings));
    AddGroup(name, std::move(one), all);
  }
  if (!skipped.empty()) all.warnings.push_back(SkippedGroupsWarning(skipped));
  std::move(warnings).AddTo(all.by, all.warnings);
  std::ranges::move(cautions, std::back_inserter(all.warnings));
  parts.Finish(all.metrics);
  return all;
}

}  // namespace mtgauge
