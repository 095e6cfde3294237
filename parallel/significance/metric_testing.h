// Tests whether one metric agrees better with humans than another, in one language pair or over
// several.
#pragma once

#include <cstddef>
#include <span>

#include "core/significance/evaluation_input.h"
#include "mtgauge/evaluate.h"
#include "parallel/significance/resampler.h"

namespace mtgauge {

// One language pair with one of its criteria, and the estimates of its measures.
struct EvaluatedPart {
  const EvaluationInput* input = nullptr;
  size_t human = 0;
  const Evaluation* evaluation = nullptr;
};

// Returns true if there are at least two metrics, and all have the scores that the measure needs in
// all parts.
bool CanTest(std::span<const EvaluatedPart> parts, const EvaluateOptions& options,
             const MeasureRow& measure);

// Tests all pairs of metrics by options.measures[measure]; for several parts, by the value of
// ValueOver(). Fails only if stopped (Cancelled).
//
// Scores are swapped within each part. For measures that pool pairs of systems, scores are first
// normalized over all parts together, as in mt-metrics-eval; otherwise, within each part.
Result<TestedMeasure> TestMetrics(std::span<const EvaluatedPart> parts,
                                  const EvaluateOptions& options, size_t measure,
                                  const Schedule& schedule);

// Tests all pairs of metrics by the mean over all of options.measures, each over all parts; all
// must have a test. Correlations count as (1 + r) / 2 if there are also shares. Each draw swaps the
// scores of every measure, as in mt-metrics-eval's average over tasks.
Result<TestedMeasure> TestMean(std::span<const EvaluatedPart> parts, const EvaluateOptions& options,
                               const Schedule& schedule);

// Returns the measure over all parts: if it is pooled, the mean weighted by the pairs in each part;
// otherwise, the unweighted mean. NaN if a part has no value. `value` returns the value of a part
// by its index.
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
