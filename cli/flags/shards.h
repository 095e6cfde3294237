// Which shard of a run a task of a cluster's array makes.
#pragma once

#include <optional>

#include "core/base/status.h"
#include "mtgauge/options.h"

namespace mtgauge {

// The part of this task of a Slurm job array, by SLURM_ARRAY_TASK_ID, _MIN, _STEP and _COUNT;
// nothing outside of one. A UsageError where the numbers of the tasks leave gaps.
absl::StatusOr<std::optional<Shard>> ShardOfArray();

}  // namespace mtgauge
