// One scoring run keeps the rows of every group. Each group is then compared as if it were the
// whole input.
#include "parallel/compare/by_group.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cstdint>
#include <deque>
#include <map>
#include <span>
#include <string>
#include <tuple>
#include <unordered_map>
#include <utility>

#include "core/input/group_values.h"
#include "core/request/group_fields.h"
#include "parallel/compare/kept_rows.h"
#include "parallel/compare/picking.h"
#include "parallel/score/group_run.h"
#include "parallel/score/group_scores.h"

namespace mtgauge {
namespace {

// The rows of a group for every metric.
struct KeptGroup {
  std::vector<ComparedMetric> metrics;
  UnitTable documents;  // of its kept segments
};

struct KeptGroups {
  std::vector<KeptGroup> groups;       // in the order of `units`
  UnitTable units;                     // the group of each segment
  std::vector<bool> skipped;           // [segment of the input]
  std::vector<std::string> documents;  // the same; empty if the inputs do not name documents
  Report total;                        // warnings and counts
};

KeptGroup FinishGroup(const Job& job, RowKeeper& keeper) {
  KeptGroup group;
  if (keeper.kept() == 0) return group;
  std::vector<std::vector<RowStore>> rows = keeper.TakeRows();
  for (size_t m = 0; m < rows.size(); ++m) {
    ComparedMetric metric = DescribeMetric(job, m, keeper.references());
    metric.rows = std::move(rows[m]);
    group.metrics.push_back(std::move(metric));
  }
  group.documents = keeper.documents();
  return group;
}

Result<KeptGroups> KeepGroups(GroupRun& run) {
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
    return OkStatus();
  };
  MTG_ASSIGN_OR_RETURN(kept.total, run.Score(sink));
  for (size_t group = 0; group < keepers.size(); ++group) {
    const size_t job = run.JobOf(kept.units.names[group]);
    kept.groups.push_back(FinishGroup(run.job(job), keepers[group]));
  }
  return kept;
}

// Collects the warnings of all groups. Equal warnings are reported once, with the text of the first
// group.
class GroupWarnings {
 public:
  void Add(const std::string& group, std::vector<Warning> warnings) {
    std::map<std::pair<std::string, std::string>, size_t> repeated;  // within the group
    for (Warning& warning : warnings) {
      const size_t which = repeated[{warning.code, warning.system}]++;
      const auto [found, is_new] =
          places_.try_emplace({warning.code, warning.system, which}, seen_.size());
      if (is_new) seen_.push_back({std::move(warning), group, 0});
      ++seen_[found->second].groups;
    }
  }

  void AddTo(const std::string& by, std::vector<Warning>& out) && {
    for (Seen& seen : seen_) {
      const std::string more = seen.groups == 1 ? "" : fmt::format(" and {} more", seen.groups - 1);
      seen.first.message = fmt::format("{} '{}'{}: {}", by, seen.group, more, seen.first.message);
      out.push_back(std::move(seen.first));
    }
  }

 private:
  struct Seen {
    Warning first;
    std::string group;  // the first group that has it
    size_t groups;
  };
  std::vector<Seen> seen_;
  std::map<std::tuple<std::string, std::string, size_t>, size_t> places_;
};

// Appends the comparison of a group.
void AddGroup(const std::string& group, Comparison from, Comparison& into) {
  for (MetricComparison& metric : from.metrics) {
    metric.group = group;
    into.metrics.push_back(std::move(metric));
  }
  into.options = from.options;
  into.segments += from.segments;
  into.documents += from.documents;
  into.strata += from.strata;
}

OutsideScores PickScores(const OutsideScores& all, std::span<const uint32_t> segments) {
  OutsideScores picked{all.name, all.lower_is_better, {}, {}};
  for (const OutsideScores::Column& column : all.columns) {
    picked.columns.push_back({column.file, column.system, Pick(column.values, segments)});
  }
  return picked;
}

// Compares only these segments.
Result<Comparison> CompareGroup(std::span<const uint32_t> segments, KeptGroup group,
                                const std::vector<bool>& skipped, const Compared& compared,
                                const RunOptions& run) {
  Material material;
  AddSystems(compared.systems, material.input);
  material.input.metrics = std::move(group.metrics);
  material.documents = std::move(group.documents);
  material.skipped = Pick(skipped, segments);
  for (const OutsideScores& scores : compared.outside) {
    MTG_RETURN_IF_ERROR(
        AddOutsideScores(PickScores(scores, segments), compared.settings.drop_missing, material));
  }
  const UnitFiles units = {{Pick(compared.units.documents.unit_of_segment, segments), {}},
                           Pick(compared.units.strata, segments)};
  MTG_RETURN_IF_ERROR(AddUnits(compared.settings, units, material));
  MTG_ASSIGN_OR_RETURN(Comparison comparison, RunComparison(material.input, compared.options, run));
  comparison.warnings.insert(comparison.warnings.begin(), material.report.warnings.begin(),
                             material.report.warnings.end());
  return comparison;
}

// Reports missing scores by their segment in the whole input, before any group is compared.
Status CheckComplete(const std::vector<OutsideScores>& outside, const std::vector<bool>& skipped,
                     bool drop_missing) {
  for (const OutsideScores& scores : outside) {
    MTG_RETURN_IF_ERROR(FindMissing(scores, skipped, drop_missing).status());
  }
  return OkStatus();
}

// Returns the segments of each group, in input order.
std::vector<std::vector<uint32_t>> SegmentsOfGroups(const UnitTable& groups) {
  std::vector<std::vector<uint32_t>> segments(groups.names.size());
  for (size_t i = 0; i < groups.unit_of_segment.size(); ++i) {
    segments[groups.unit_of_segment[i]].push_back(static_cast<uint32_t>(i));
  }
  return segments;
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

}  // namespace

Result<Comparison> CompareByGroup(Texts texts, Compared compared, const RunOptions& run) {
  const CompareSettings& settings = compared.settings;
  const GroupFields by = FieldsOf(settings.texts->by);
  MTG_RETURN_IF_ERROR(CheckSystems(by, compared.systems.size()));
  MTG_ASSIGN_OR_RETURN(GroupRun groups, GroupRun::Prepare(*settings.texts, std::move(texts), run));
  MTG_ASSIGN_OR_RETURN(KeptGroups kept, KeepGroups(groups));
  for (OutsideScores& scores : compared.outside) {
    MTG_RETURN_IF_ERROR(MatchSystems(compared.systems, kept.skipped.size(), scores));
  }
  MTG_RETURN_IF_ERROR(CheckComplete(compared.outside, kept.skipped, settings.drop_missing));
  MTG_ASSIGN_OR_RETURN(compared.units, ReadUnitFiles(settings, kept.skipped.size()));
  const std::vector<std::vector<uint32_t>> segments = SegmentsOfGroups(kept.units);
  MTG_RETURN_IF_ERROR(CheckDocuments(settings, compared.units.documents, std::move(kept.documents),
                                     compared.outside));
  Comparison all;
  all.by = by.Label();
  all.skipped = kept.total.skipped;
  all.replaced = kept.total.replaced;
  all.warnings = std::move(kept.total.warnings);
  GroupWarnings warnings;
  std::vector<std::string> skipped;
  for (uint32_t group = 0; group < kept.groups.size(); ++group) {
    const std::string name = GroupLabel(kept.units.names[group], by.fields.size());
    if (kept.groups[group].metrics.empty()) {
      skipped.push_back(name);
      continue;
    }
    MTG_ASSIGN_OR_RETURN(
        Comparison one,
        CompareGroup(segments[group], std::move(kept.groups[group]), kept.skipped, compared, run));
    warnings.Add(name, std::move(one.warnings));
    AddGroup(name, std::move(one), all);
  }
  if (!skipped.empty()) all.warnings.push_back(SkippedGroupsWarning(skipped));
  std::move(warnings).AddTo(all.by, all.warnings);
  return all;
}

}  // namespace mtgauge
