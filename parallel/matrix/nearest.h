// The best references of each hypothesis, without scoring all pairs where the metric has bounds.
#pragma once

#include <cstdint>
#include <functional>

#include "core/base/status.h"
#include "core/input/groups/group_reader.h"
#include "core/score/job.h"
#include "mtgauge/matrix.h"

namespace mtgauge {

// The least work for which bounds pay, and the most that is held at once.
struct NearestLimits {
  uint64_t least_hypotheses = 256, least_references = 1024;
  uint32_t most_top = 64;
  uint64_t rows = uint64_t{1} << 18;  // results in memory
  // References that are indexed at once; at least one block of ScoreBounds.
  uint64_t references = uint64_t{1} << 17, bytes = uint64_t{1} << 24;
};

// Reads all groups and passes the `top` best references of each hypothesis by the first metric to
// `take`, as ScorePairs() passes all. They and the order of equal ones are those of
// BestColumns() for whole rows.
Status ScoreBest(const Job& job, GroupReader& groups, const RunOptions& run, bool unit_scale,
                 uint32_t top, const std::function<Status(const BestRows&)>& take,
                 const NearestLimits& limits = {});

}  // namespace mtgauge
