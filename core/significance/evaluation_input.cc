// Joins the items of an evaluation.
#include "core/significance/evaluation_input.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>

#include "core/contract/mean_metric.h"
#include "core/evaluate/system_level.h"

namespace mtgauge {

double EvaluatedSide::ScoreOf(std::span<const int64_t> sums) const {
  if (last_counts && sums.back() == 0) return std::numeric_limits<double>::quiet_NaN();
  const double score = metric->Score(sums, Level::kCorpus);
  return higher_is_better ? score : -score;
}

double EvaluatedSide::ScoreOfItem(std::span<const int64_t> row) const {
  if (segment_metric == nullptr) return ScoreOf(row);
  const double score = segment_metric->Score(row, Level::kSegment);
  return higher_is_better ? score : -score;
}

RowStore JoinRows(const RowStore& rows, const Units& units) {
  RowStore joined(rows.columns());
  std::vector<int64_t> row(rows.columns()), sum(rows.columns());
  for (size_t u = 0; u < units.size(); ++u) {
    std::fill(sum.begin(), sum.end(), 0);
    for (const uint32_t item : units[u]) {
      rows.Row(item, row.data());
      for (size_t c = 0; c < row.size(); ++c) sum[c] += row[c];
    }
    joined.Add(u, sum);
  }
  joined.Finish();
  return joined;
}

void ScoreRows(EvaluatedSide& side) {
  ScoreGrid& grid = side.scores.segments;
  grid = {static_cast<uint32_t>(side.rows.size()),
          static_cast<uint32_t>(side.rows.front().segments()),
          {}};
  std::vector<int64_t> row(side.rows.front().columns());
  if (!side.systems_given) side.scores.systems.clear();
  for (const RowStore& rows : side.rows) {
    for (uint32_t item = 0; item < grid.items; ++item) {
      rows.Row(item, row.data());
      grid.values.push_back(side.ScoreOfItem(row));
    }
    if (!side.systems_given) side.scores.systems.push_back(side.ScoreOf(rows.Totals()));
  }
}

Result<std::vector<double>> SignFlipsOf(const ScoreGrid& scores) {
  std::vector<std::vector<double>> complete(scores.systems);
  for (uint32_t i = 0; i < scores.items; ++i) {
    bool missing = false;
    for (uint32_t s = 0; s < scores.systems; ++s) missing |= std::isnan(scores.At(s, i));
    for (uint32_t s = 0; s < scores.systems && !missing; ++s) {
      complete[s].push_back(scores.At(s, i));
    }
  }
  if (complete.empty() || complete.front().empty()) return std::vector<double>();
  MTG_ASSIGN_OR_RETURN(const FixedPoint scale, ChooseFixedPoint(complete, complete.front().size()));
  std::vector<int64_t> rows;
  for (const std::vector<double>& row : complete) {
    for (const double value : row) rows.push_back(scale.ToInteger(value));
  }
  return SignFlipP(rows, scores.systems);
}

namespace {

Result<EvaluatedSide> JoinSide(const EvaluatedSide& side, const Units& units, bool flips) {
  EvaluatedSide joined;
  joined.name = side.name;
  joined.signature = side.signature;
  joined.higher_is_better = side.higher_is_better;
  joined.metric = side.metric;
  joined.last_counts = side.last_counts;
  joined.systems_given = side.systems_given;
  joined.scores.systems = side.scores.systems;
  if (side.rows.empty()) return joined;
  const bool single =
      std::all_of(units.begin(), units.end(), [](const auto& unit) { return unit.size() == 1; });
  if (single) joined.segment_metric = side.segment_metric;
  for (const RowStore& rows : side.rows) joined.rows.push_back(JoinRows(rows, units));
  ScoreRows(joined);
  if (!flips) return joined;
  MTG_ASSIGN_OR_RETURN(joined.scores.flips, SignFlipsOf(joined.scores.segments));
  return joined;
}

}  // namespace

Result<EvaluationInput> JoinItems(const EvaluationInput& input, const Units& units, bool flips) {
  EvaluationInput joined;
  joined.language_pair = input.language_pair;
  joined.systems = input.systems;
  for (const EvaluatedSide& side : input.humans) {
    MTG_ASSIGN_OR_RETURN(joined.humans.emplace_back(), JoinSide(side, units, flips));
  }
  for (const EvaluatedSide& side : input.metrics) {
    MTG_ASSIGN_OR_RETURN(joined.metrics.emplace_back(), JoinSide(side, units, flips));
  }
  return joined;
}

}  // namespace mtgauge
