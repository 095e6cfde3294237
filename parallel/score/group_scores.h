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

// Adds the counts and warnings of a pass; the scores of several passes do not add up.
void AddPass(Report from, Report& into);
// Said of a group all of whose segments were skipped.
Warning SkippedGroupsWarning(const std::vector<std::string>& groups);

// What a finished GroupRun has added up.
struct GroupScores {
  struct Place {
    size_t pass, group;  // of the pass's sums
  };
  // All groups together; its systems have no scores when there were several passes.
  Report total;
  std::vector<GroupSums> sums;  // [pass]
  std::vector<Place> order;     // by first appearance in the inputs
};

// Makes all passes.
absl::StatusOr<GroupScores> SumByGroup(GroupRun& run);

// The total with a report for every group. A group all of whose segments were skipped is left out,
// with a warning.
Report MakeGroupedReport(const GroupRun& run, const std::string& by, GroupScores scores);

// Adds the means of the groups' scores as they stand: after a change of scale. Of several fields
// there are others, MeansOverFirst().
void AddMacroAverage(Report& report);

}  // namespace mtgauge
