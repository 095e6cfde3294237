// Whether one metric agrees with people better than another: in one language pair, or over several.
#pragma once

#include <cstddef>
#include <span>

#include "core/compare/evaluation_input.h"
#include "mtgauge/evaluate.h"
#include "parallel/resampler.h"

namespace mtgauge {

// One language pair under one of its criteria, and the estimates of its measures.
struct EvaluatedPart {
  const EvaluationInput* input = nullptr;
  size_t human = 0;
  const Evaluation* evaluation = nullptr;
};

// Whether there are two metrics at least, and all have what the measure takes in all parts.
bool CanTest(std::span<const EvaluatedPart> parts, const EvaluateOptions& options,
             const Measure& measure);

// Tests all pairs of metrics by options.measures[measure], of several parts by what is made of them
// (ValueOver). Fails only when it is stopped (Cancelled).
//
// Scores are swapped within each part. Of a measure that pools pairs of systems they are brought to
// one scale over all parts first, as mt-metrics-eval does; else within each.
absl::StatusOr<TestedMeasure> TestMetrics(std::span<const EvaluatedPart> parts,
                                          const EvaluateOptions& options, size_t measure,
                                          const Schedule& schedule);

// A measure over all parts: a pooled one counts each part by its pairs, others are averaged. NaN
// where a part has no value. `value`: of the part of that number.
template <typename ValueOfPart>
double ValueOver(const Measure& measure, std::span<const Measured> of_parts,
                 const ValueOfPart& value) {
  double sum = 0, weights = 0;
  for (size_t p = 0; p < of_parts.size(); ++p) {
    const double weight = measure.pooled ? static_cast<double>(of_parts[p].weight) : 1;
    sum += weight * value(p);
    weights += weight;
  }
  return sum / weights;
}

}  // namespace mtgauge
