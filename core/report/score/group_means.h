// Unweighted means of the scores of groups.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "mtgauge/score.h"

namespace mtgauge {

// Returns one mean for each system. There must be at least one group; `by` is the field that they
// are grouped by.
std::vector<SystemReport> MeanScores(const std::vector<const GroupReport*>& groups,
                                     const std::string& by);

// The mean over the first of several fields, for fixed values of the others.
struct GroupMean {
  std::vector<std::string> values;         // the other fields' values
  std::vector<const GroupReport*> groups;  // the groups in the mean
  std::vector<SystemReport> systems;
  uint64_t segments = 0;
};
// Returns the means in order of first appearance; none if there is only one field. They point into
// `grouped`.
std::vector<GroupMean> MeansOverFirst(const GroupedReport& grouped);

}  // namespace mtgauge
