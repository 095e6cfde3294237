// Several language pairs as one evaluation: pairs of systems and of outputs are pooled, other
// measures averaged, with intervals from the same resamples and tests over all.
#pragma once

#include <span>
#include <vector>

#include "core/compare/evaluation_input.h"
#include "mtgauge/evaluate.h"
#include "parallel/resampler.h"

namespace mtgauge {

// One language pair: what was evaluated, and what came out, by criterion.
struct EvaluatedPair {
  const EvaluationInput* input = nullptr;
  std::span<const Evaluation> evaluations;
};

// One evaluation for each criterion that several pairs have; where each pair has but one criterion,
// of all. Empty for a single pair. Fails only when it is stopped (Cancelled).
absl::StatusOr<std::vector<Evaluation>> Pool(std::span<const EvaluatedPair> pairs,
                                             const EvaluateOptions& options,
                                             const Schedule& schedule);

}  // namespace mtgauge
