// The input of an evaluation: human judgements and metrics, their scores of systems and items, and
// the rows that the scores are computed from.
#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "core/base/status.h"
#include "core/contract/metric.h"
#include "core/evaluate/measures.h"
#include "core/evaluate/units.h"
#include "core/stats/row_store.h"

namespace mtgauge {

// Human judgements under one criterion, or a metric.
struct EvaluatedSide {
  std::string name;
  std::string signature;  // of a metric
  bool higher_is_better = true;
  SideScores scores;  // negated if lower is better
  // The rows that scores are computed from, one finished store per system, so that segments can be
  // resampled or joined; empty if there are none. The metric must outlive the evaluation.
  const Metric* metric = nullptr;
  const Metric* segment_metric = nullptr;  // for single segments, if another metric scores them
  std::vector<RowStore> rows;
  bool last_counts = false;    // the last column counts scores: a sum with 0 there has no score
  bool systems_given = false;  // the scores of systems are not computed from these rows

  // Returns the score of a sum of rows, negated if lower is better; NaN if there are no scores.
  double ScoreOf(std::span<const int64_t> sums) const;
  double ScoreOfItem(std::span<const int64_t> row) const;
};

// Soft pairwise accuracy with swapped scores, for each criterion: [(draw * metrics + a) * metrics +
// b] for the scores of a in kept cells and of b elsewhere. Drawn by the first test that needs it;
// the tests of a language pair, of several, and of means share the draws.
using SwapDraws = std::vector<std::vector<double>>;

// One language pair. All sides have the same items.
struct EvaluationInput {
  std::string language_pair;
  std::vector<std::string> systems;
  std::vector<EvaluatedSide> humans, metrics;
  std::shared_ptr<const ScoreGrid> lengths;  // of the outputs, in characters; null if unknown
  bool judged = false;                       // only items with human scores are left
  std::string rater;  // the last metric, if that is one; only outputs that all sides score are left
  // Of AddFlips(): the order of the systems and, if `judged`, the items.
  std::vector<uint32_t> by_name, flipped_items;
  std::shared_ptr<SwapDraws> swap_draws;  // empty ones, of AddFlips()
};

// Returns the input with units as items. A unit's row is the sum of its items' rows, and its score
// is their corpus score; if all units are single items, they keep their scores. Scores of systems
// are computed from the items that are in some unit, unless they are given.
EvaluationInput JoinItems(const EvaluationInput& input, const Units& units);

// Adds up the rows of each unit.
RowStore JoinRows(const RowStore& rows, const Units& units);

// Computes the scores of items, and of systems unless they are given, from the side's rows.
void ScoreRows(EvaluatedSide& side);

// Computes p of sign flips (SideScores::flips) of all sides, with the systems in the order of their
// names, over the items that have a score for every system: on that side or, if only judged items
// are left, on all sides.
Status AddFlips(SpaTies ties, EvaluationInput& input);

// Gives all scores that are at most 1e-12 apart, directly or through scores between them, the value
// of the least of them.
void JoinTies(std::span<double> scores);

}  // namespace mtgauge
