// Which shard of a run a task of a cluster's job array computes.
#pragma once

#include <optional>

#include "core/base/status.h"
#include "mtgauge/options.h"

namespace mtgauge {

// Returns the shard of this task of a Slurm job array, from SLURM_ARRAY_TASK_ID, _MIN, _STEP and
// _COUNT, or nothing outside of an array. A UsageError if the task numbers have gaps.
Result<std::optional<Shard>> ShardOfArray();

}  // namespace mtgauge
