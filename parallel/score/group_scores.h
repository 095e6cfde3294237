// Scores of groups of segments (TextInputs::by), in order of first appearance, and their unweighted
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

// Returns the warning for groups in which all segments were skipped.
Warning SkippedGroupsWarning(const std::vector<std::string>& groups);

// The sums of a finished GroupRun.
struct GroupScores {
  Report total;    // over all groups; without scores if there were several jobs
  GroupSums sums;  // by first appearance in the input
};

// Runs the jobs and adds up the rows of each group.
Result<GroupScores> SumByGroup(GroupRun& run);

// Returns the total with a report for every group. Groups in which all segments were skipped are
// left out, with a warning.
Report MakeGroupedReport(const GroupRun& run, const std::string& by, GroupScores scores);

// Adds the means of the groups' scores. Call it after any change of scale. If there are several
// fields, MeansOverFirst() computes other means instead.
void AddMacroAverage(Report& report);

}  // namespace mtgauge
