// Bootstraps soft pairwise accuracy: resamples the items, with the same random signs.
#pragma once

#include <cstddef>
#include <vector>

#include "core/significance/evaluation_input.h"
#include "mtgauge/evaluate.h"
#include "parallel/significance/resampler.h"

namespace mtgauge {

// Returns true if the resamples of this input would take minutes; it then gets no interval.
bool IsTooLargeForSoftBootstrap(const EvaluationInput& input, const EvaluateOptions& options);

// Adds resamples and intervals of options.measures[measure], which is soft pairwise accuracy, to
// the estimates of one criterion: [metric][measure].
void BootstrapSoftAccuracy(const EvaluationInput& input, size_t human, size_t measure,
                           const EvaluateOptions& options, const Schedule& schedule,
                           std::vector<std::vector<MeasureEstimate>>& estimates);

}  // namespace mtgauge
