// Compares systems on each kind of segments, using rows in memory.
#pragma once

#include <string>

#include "core/base/status.h"
#include "core/explain/kinds.h"
#include "core/score/job.h"
#include "mtgauge/explain.h"
#include "parallel/compare/material.h"
#include "parallel/explain/held_segments.h"

namespace mtgauge {

// The inputs that the comparisons of all kinds share.
struct BucketContext {
  const Job* job = nullptr;  // its metrics come first in the material; null if there is none
  const Material& material;
  const HeldSegments& held;
  const CompareOptions& options;
  const RunOptions& run;
};

// Compares systems on each kind of segments, in the same way as `by` in a comparison. `kinds` has
// the kind of every segment.
Result<SegmentBuckets> CompareKinds(std::string by, std::string label, Kinds kinds,
                                    const BucketContext& context);

}  // namespace mtgauge
