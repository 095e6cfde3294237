// Plain means of the scores of groups, each group counting the same.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "mtgauge/score.h"

namespace mtgauge {

// One mean for each system. `groups`: at least one; `by`: what they are groups by.
std::vector<SystemReport> MeanScores(const std::vector<const GroupReport*>& groups,
                                     const std::string& by);

// The mean over the first of several fields, where the others have these values.
struct GroupMean {
  std::vector<std::string> values;         // of the other fields
  std::vector<const GroupReport*> groups;  // that it is of
  std::vector<SystemReport> systems;
  uint64_t segments = 0;
};
// By first appearance; none where there is one field. They point into `grouped`.
std::vector<GroupMean> MeansOverFirst(const GroupedReport& grouped);

}  // namespace mtgauge
