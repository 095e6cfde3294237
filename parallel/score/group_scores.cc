// From sums by group to a Report.
#include "parallel/score/group_scores.h"

#include <fmt/format.h>

#include <algorithm>
#include <iterator>
#include <map>
#include <string>
#include <utility>

#include "core/input/group_values.h"
#include "core/report/score/group_means.h"
#include "core/score/worker.h"

namespace mtgauge {
namespace {

std::vector<GroupScores::Place> OrderOf(const GroupRun& run, const std::vector<GroupSums>& sums) {
  std::vector<GroupScores::Place> order;
  if (sums.size() == 1) {
    for (size_t group = 0; group < sums[0].size(); ++group) order.push_back({0, group});
    return order;
  }
  std::map<std::string, GroupScores::Place> places;
  for (size_t pass = 0; pass < sums.size(); ++pass) {
    for (size_t group = 0; group < sums[pass].size(); ++group) {
      places[sums[pass].name(group)] = {pass, group};
    }
  }
  for (const std::string& name : run.groups().names) order.push_back(places.at(name));
  return order;
}

}  // namespace

void AddPass(Report from, Report& into) {
  into.segments += from.segments;
  into.skipped += from.skipped;
  into.replaced += from.replaced;
  for (Warning& warning : from.warnings) {
    const auto same = [&](const Warning& known) {
      return known.code == warning.code && known.system == warning.system &&
             known.message == warning.message;
    };
    if (std::none_of(into.warnings.begin(), into.warnings.end(), same)) {
      into.warnings.push_back(std::move(warning));
    }
  }
  for (SystemReport& system : into.systems) system.scores.clear();
}

Warning SkippedGroupsWarning(const std::vector<std::string>& groups) {
  const std::string which =
      groups.size() == 1 ? fmt::format("the group '{}' is left out: all of its", groups[0])
                         : fmt::format("the group '{}' and {} more are left out: all of their",
                                       groups[0], groups.size() - 1);
  return {"skipped-group", "", which + " segments contain invalid UTF-8"};
}

absl::StatusOr<GroupScores> SumByGroup(GroupRun& run) {
  GroupScores scores;
  for (size_t pass = 0; pass < run.passes(); ++pass) {
    GroupSums& sums = scores.sums.emplace_back(run.job(pass));
    Sink sink;
    sink.want_rows = true;
    sink.deliver = [&sums](const Delivery& delivery) {
      for (uint32_t i = 0; i < delivery.count; ++i) sums.Add(delivery, i, delivery.groups[i]);
      return absl::OkStatus();
    };
    MTG_ASSIGN_OR_RETURN(Report report, run.Score(pass, sink));
    if (pass == 0) {
      scores.total = std::move(report);
    } else {
      AddPass(std::move(report), scores.total);
    }
  }
  scores.order = OrderOf(run, scores.sums);
  return scores;
}

Report MakeGroupedReport(const GroupRun& run, const std::string& by, GroupScores scores) {
  Report report = std::move(scores.total);
  GroupedReport& grouped = report.grouped.emplace();
  grouped.by = by;
  std::vector<std::string> skipped;
  for (const GroupScores::Place& place : scores.order) {
    const GroupSums& sums = scores.sums[place.pass];
    Report group = MakeReport(run.job(place.pass), sums.TotalsOf(place.group));
    if (group.segments == 0) {
      skipped.push_back(GroupLabel(sums.name(place.group), SplitFields(by).size()));
      continue;
    }
    grouped.groups.push_back({sums.name(place.group), group.segments, std::move(group.systems)});
  }
  if (!skipped.empty()) report.warnings.push_back(SkippedGroupsWarning(skipped));
  return report;
}

void AddMacroAverage(Report& report) {
  GroupedReport& grouped = *report.grouped;
  // Over all groups of several fields it would be of whatever each has.
  if (grouped.groups.empty() || SplitFields(grouped.by).size() > 1) return;
  std::vector<const GroupReport*> groups;
  for (const GroupReport& group : grouped.groups) groups.push_back(&group);
  grouped.macro = MeanScores(groups, grouped.by);
}

}  // namespace mtgauge
