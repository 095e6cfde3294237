// Compares metrics with human scores: takes scores and rows, and returns measures, intervals and
// tests.
#pragma once

#include <cstdint>
#include <vector>

#include "core/base/status.h"
#include "core/significance/evaluation_input.h"
#include "mtgauge/evaluate.h"
#include "parallel/significance/resampler.h"

namespace mtgauge {

// Computes what the measures need besides scores, and joins scores that count as equal. Call it
// before Evaluate().
Status PrepareInput(const EvaluateOptions& options, EvaluationInput& input);

// Returns the number of items with a score for any system.
uint64_t JudgedSegments(const SideScores& scores);

// Evaluates the metrics. All results that go into one EvaluationSet must have the same metrics and
// measures. Fails only if stopped (Cancelled).
Result<std::vector<Evaluation>> Evaluate(const EvaluationInput& input,
                                         const EvaluateOptions& options, const Schedule& schedule);

}  // namespace mtgauge
