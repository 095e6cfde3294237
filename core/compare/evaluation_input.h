// What an evaluation holds against each other: people and metrics, their scores of systems and of
// items, and the rows that these are made of.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "core/meta/measures.h"
#include "core/meta/units.h"
#include "core/metric/metric.h"
#include "core/stats/row_store.h"

namespace mtgauge {

// People under one criterion, or a metric.
struct EvaluatedSide {
  std::string name;
  std::string signature;  // of a metric
  bool higher_is_better = true;
  SideScores scores;  // turned round where lower is better
  // What scores are made of, one finished store per system, so that segments can be drawn anew or
  // joined; no stores: they cannot. The metric must outlive the evaluation.
  const Metric* metric = nullptr;
  const Metric* segment_metric = nullptr;  // of single segments, where another scores them
  std::vector<RowStore> rows;
  bool last_counts = false;    // the last column counts scores: a sum of 0 there has no score
  bool systems_given = false;  // the scores of systems are not made of these rows

  // The score of a sum of rows, turned round where lower is better; NaN where nobody has scored.
  double ScoreOf(std::span<const int64_t> sums) const;
  double ScoreOfItem(std::span<const int64_t> row) const;
};

// One language pair. The items of all sides are the same.
struct EvaluationInput {
  std::string language_pair;
  std::vector<std::string> systems;
  std::vector<EvaluatedSide> humans, metrics;
};

// The same with units for items: a unit's row is the sum of its items', its score that of a corpus
// of them, but where all units are single items these keep their scores. Scores of systems are
// those of the items in some unit, unless they are given. flips: with p of sign flips of the units.
absl::StatusOr<EvaluationInput> JoinItems(const EvaluationInput& input, const Units& units,
                                          bool flips);

// The rows of each unit, added up.
RowStore JoinRows(const RowStore& rows, const Units& units);

// Makes the scores of items, and of systems unless they are given, from the side's rows.
void ScoreRows(EvaluatedSide& side);

// p of sign flips over the items that every system has a score for (SideScores::flips).
absl::StatusOr<std::vector<double>> SignFlipsOf(const ScoreGrid& scores);

}  // namespace mtgauge
