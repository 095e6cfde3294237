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

// Reads groups to their end and hands on their rows in order, by this thread. `unit_scale`: scores
// are from 0 to 1 (unit_scale.h). Scores do not depend on the number of threads, and neither does
// which of several errors is returned.
absl::Status ScorePairs(const Job& job, GroupReader& groups, const RunOptions& run, bool unit_scale,
                        const std::function<absl::Status(const MatrixRows&)>& take);

}  // namespace mtgauge
