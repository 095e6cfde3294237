// Turns sums by group into a Report.
#include "parallel/score/group_scores.h"

#include <fmt/format.h>

#include <string>
#include <utility>

#include "core/input/group_values.h"
#include "core/report/score/group_means.h"
#include "core/score/source_facts.h"
#include "core/score/worker.h"
#include "parallel/score/group_warnings.h"

namespace mtgauge {

Warning SkippedGroupsWarning(const std::vector<std::string>& groups) {
  const std::string which =
      groups.size() == 1 ? fmt::format("the group '{}' is left out: all of its", groups[0])
                         : fmt::format("the group '{}' and {} more are left out: all of their",
                                       groups[0], groups.size() - 1);
  return {"skipped-group", "", which + " segments contain invalid UTF-8"};
}

Result<GroupScores> SumByGroup(GroupRun& run) {
  GroupSums sums(run.job(0));
  Sink sink;
  sink.want_rows = true;
  sink.deliver = [&sums](const Delivery& delivery) {
    for (uint32_t i = 0; i < delivery.count; ++i) sums.Add(delivery, i, delivery.groups[i]);
    return OkStatus();
  };
  MTG_ASSIGN_OR_RETURN(Report total, run.Score(sink));
  return GroupScores{std::move(total), std::move(sums)};
}

Report MakeGroupedReport(const GroupRun& run, const std::string& by, GroupScores scores) {
  Report report = std::move(scores.total);
  GroupedReport& grouped = report.grouped.emplace();
  grouped.by = by;
  std::vector<std::string> skipped;
  const bool all_say_nothing = SaysNothing(report.warnings);
  GroupWarnings cautions;
  for (size_t number = 0; number < scores.sums.size(); ++number) {
    const std::string& name = scores.sums.name(number);
    const std::string label = GroupLabel(name, SplitFields(by).size());
    const Job& job = run.job(run.JobOf(name));
    const Totals totals = scores.sums.TotalsOf(number);
    Report group = MakeReport(job, totals);
    if (group.segments == 0) {
      skipped.push_back(label);
      continue;
    }
    if (IsMarkRemoved(report.warnings)) LeaveOutEquals(group.systems);
    if (!all_say_nothing) cautions.Add(label, GroupCautionsOf(job, totals.sums));
    grouped.groups.push_back({name, group.segments, std::move(group.systems)});
  }
  if (!skipped.empty()) report.warnings.push_back(SkippedGroupsWarning(skipped));
  std::move(cautions).AddTo(by, report.warnings);
  return report;
}

void AddMacroAverage(Report& report) {
  GroupedReport& grouped = *report.grouped;
  // With several fields, groups have different sets of values, so a mean over all would not be
  // meaningful.
  if (grouped.groups.empty() || SplitFields(grouped.by).size() > 1) return;
  std::vector<const GroupReport*> groups;
  for (const GroupReport& group : grouped.groups) groups.push_back(&group);
  grouped.macro = MeanScores(groups, grouped.by);
}

}  // namespace mtgauge
