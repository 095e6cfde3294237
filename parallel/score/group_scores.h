// The scores of groups of segments (TextInputs::by), in order of first appearance, and their plain
// means.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "core/base/status.h"
#include "core/score/group_sums.h"
#include "mtgauge/score.h"
#include "parallel/score/group_run.h"

namespace mtgauge {

// Said of a group all of whose segments were skipped.
Warning SkippedGroupsWarning(const std::vector<std::string>& groups);

// What a finished GroupRun has added up.
struct GroupScores {
  Report total;    // all groups together, without scores where there were several jobs
  GroupSums sums;  // by first appearance in the inputs
};

absl::StatusOr<GroupScores> SumByGroup(GroupRun& run);

// The total with a report for every group. A group all of whose segments were skipped is left out,
// with a warning.
Report MakeGroupedReport(const GroupRun& run, const std::string& by, GroupScores scores);

// Adds the means of the groups' scores as they stand: after a change of scale. Of several fields
// there are others, MeansOverFirst().
void AddMacroAverage(Report& report);

}  // namespace mtgauge
