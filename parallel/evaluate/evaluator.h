// Compares metrics with human scores: takes scores and rows, and returns measures, intervals and
// tests.
#pragma once

#include <vector>

#include "core/significance/evaluation_input.h"
#include "mtgauge/evaluate.h"
#include "parallel/significance/resampler.h"

namespace mtgauge {

// Evaluates the metrics. All results that go into one EvaluationSet must have the same metrics and
// measures. Fails only if stopped (Cancelled).
Result<std::vector<Evaluation>> Evaluate(const EvaluationInput& input,
                                         const EvaluateOptions& options, const Schedule& schedule);

}  // namespace mtgauge
