// The scores of all pairs of groups, on all cores.
#pragma once

#include <cstdint>
#include <functional>
#include <vector>

#include "core/base/status.h"
#include "core/input/groups/group_reader.h"
#include "core/score/job.h"
#include "mtgauge/matrix.h"

namespace mtgauge {

// How pairs are scored.
struct PairsForm {
  bool unit_scale = false;  // scores are from 0 to 1 (unit_scale.h)
  // Each hypothesis has one score, against the mean of its group's references.
  bool aggregate = false;
  // The weights of a group's references in their mean; empty: all alike.
  std::function<absl::StatusOr<std::vector<double>>(const PairGroup&)> weights = nullptr;
};

// Reads groups to their end and hands on their rows in order, by this thread. Scores do not depend
// on the number of threads, and neither does which of several errors is returned.
absl::Status ScorePairs(const Job& job, GroupReader& groups, const RunOptions& run,
                        const PairsForm& form,
                        const std::function<absl::Status(const MatrixRows&)>& take);

}  // namespace mtgauge
