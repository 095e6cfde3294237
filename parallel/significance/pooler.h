// Combines several language pairs into one evaluation: pairs of systems and of outputs are pooled,
// and other measures averaged, with intervals from the same resamples and tests over all pairs.
#pragma once

#include <optional>
#include <span>
#include <vector>

#include "core/significance/evaluation_input.h"
#include "mtgauge/evaluate.h"
#include "parallel/significance/resampler.h"

namespace mtgauge {

// The input and results of one language pair. There is one evaluation per criterion.
struct EvaluatedPair {
  const EvaluationInput* input = nullptr;
  std::span<const Evaluation> evaluations;
};

// Returns one evaluation per criterion that several pairs have; if each pair has only one
// criterion, returns one evaluation of all. Returns none for a single pair. Fails only if stopped
// (Cancelled).
Result<std::vector<Evaluation>> Pool(std::span<const EvaluatedPair> pairs,
                                     const EvaluateOptions& options, const Schedule& schedule);

// Tests the mean over measures and pairs. Returns a UsageError if a pair has several criteria, and
// nothing if a measure lacks scores.
Result<std::optional<TestedMeasure>> TestMeanOver(std::span<const EvaluatedPair> pairs,
                                                  const EvaluateOptions& options,
                                                  const Schedule& schedule);

}  // namespace mtgauge
