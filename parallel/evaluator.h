// Holds metrics against people: scores and kept rows in, measures, intervals and tests out.
#pragma once

#include <string>
#include <vector>

#include "core/compare/evaluation.h"
#include "core/metric/metric.h"
#include "core/stats/row_store.h"
#include "parallel/resampler.h"

namespace mtgauge {

// People under one criterion, or a metric.
struct EvaluatedSide {
  std::string name;
  std::string signature;  // of a metric
  bool higher_is_better = true;
  SideScores scores;  // turned round where lower is better
  // What the scores of systems are made of, one finished store per system, so that they can be
  // resampled by segments; no stores: they cannot. The metric must outlive the evaluation.
  const Metric* metric = nullptr;
  std::vector<RowStore> rows;
  bool last_counts = false;  // the last column counts scores: a sum of 0 there has no score
};

// One language pair.
struct EvaluationInput {
  std::string language_pair;
  std::vector<std::string> systems;
  std::vector<EvaluatedSide> humans, metrics;
};

// Metrics and measures must be the same for all that go into one EvaluationSet. Fails only when it
// is stopped (Cancelled).
absl::StatusOr<std::vector<Evaluation>> Evaluate(const EvaluationInput& input,
                                                 const EvaluateOptions& options,
                                                 const Schedule& schedule);

}  // namespace mtgauge
