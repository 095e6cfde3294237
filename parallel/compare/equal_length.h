// Differences of systems at equal length of their outputs: a regression of the differences of
// segment scores on the differences of length, for each pair, on the resamples of the comparison.
#pragma once

#include "core/base/status.h"
#include "core/score/job.h"
#include "mtgauge/compare.h"
#include "parallel/compare/material.h"

namespace mtgauge {

// Adds EqualLength to the pairs of `comparison`, which is that of the material. Segments are scored
// by the metrics of the job `of_segments`, and by those of outside scores. A pair whose outputs
// differ in length by the same number everywhere gets a warning instead.
Status AddEqualLengths(const Material& material, const Job& of_segments,
                       const CompareOptions& options, const RunOptions& run,
                       Comparison& comparison);

}  // namespace mtgauge
