// Compares metrics with human scores: takes scores and kept rows, returns measures, intervals and
// tests.
#pragma once

#include <vector>

#include "core/compare/evaluation_input.h"
#include "mtgauge/evaluate.h"
#include "parallel/resampler.h"

namespace mtgauge {

// Metrics and measures must be the same for all that go into one EvaluationSet. Fails only when it
// is stopped (Cancelled).
absl::StatusOr<std::vector<Evaluation>> Evaluate(const EvaluationInput& input,
                                                 const EvaluateOptions& options,
                                                 const Schedule& schedule);

}  // namespace mtgauge
