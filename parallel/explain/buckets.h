// Comparing systems on segments of each kind by itself, from rows that are kept.
#pragma once

#include <string>

#include "core/base/status.h"
#include "core/explain/kinds.h"
#include "core/score/job.h"
#include "mtgauge/explain.h"
#include "parallel/compare/material.h"
#include "parallel/explain/held_segments.h"

namespace mtgauge {

// What segments of all kinds are compared with.
struct BucketContext {
  const Job* job = nullptr;  // whose metrics come first in the material; null: there is none
  const Material& material;
  const HeldSegments& held;
  const CompareOptions& options;
  const RunOptions& run;
};

// `kinds`: of all segments. Each is compared as `by` in a request to compare would compare it.
absl::StatusOr<SegmentBuckets> CompareKinds(std::string by, std::string label, Kinds kinds,
                                            const BucketContext& context);

}  // namespace mtgauge
