// Joins the items of an evaluation.
#include "core/significance/evaluation_input.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>

#include "core/base/nan.h"
#include "core/contract/mean_metric.h"
#include "core/evaluate/soft_accuracy.h"
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

void JoinTies(std::span<double> scores) {
  constexpr double kApart = 1e-12;
  std::vector<double*> ascending;
  for (double& score : scores) {
    if (!std::isnan(score)) ascending.push_back(&score);
  }
  std::sort(ascending.begin(), ascending.end(),
            [](const double* a, const double* b) { return *a < *b; });
  double last = -std::numeric_limits<double>::infinity(), joined = last;
  for (double* score : ascending) {
    if (*score - last > kApart) joined = *score;
    last = *score;
    *score = joined;
  }
}

namespace {

// Returns the sums of each unit's values; NaN if one is missing or, with `skip`, if all are.
std::shared_ptr<const ScoreGrid> JoinGrid(const ScoreGrid* grid, const Units& units, bool skip) {
  if (grid == nullptr) return nullptr;
  auto joined = std::make_shared<ScoreGrid>();
  joined->systems = grid->systems;
  joined->items = static_cast<uint32_t>(units.size());
  for (uint32_t s = 0; s < grid->systems; ++s) {
    for (const std::vector<uint32_t>& unit : units) {
      double sum = 0;
      size_t count = 0;
      for (const uint32_t item : unit) {
        const double value = grid->At(s, item);
        if (skip && std::isnan(value)) continue;
        sum += value;
        ++count;
      }
      joined->values.push_back(count > 0 ? sum : kNaN);
    }
  }
  return joined;
}

EvaluatedSide JoinSide(const EvaluatedSide& side, const Units& units) {
  EvaluatedSide joined;
  joined.name = side.name;
  joined.signature = side.signature;
  joined.higher_is_better = side.higher_is_better;
  joined.metric = side.metric;
  joined.last_counts = side.last_counts;
  joined.systems_given = side.systems_given;
  joined.scores.systems = side.scores.systems;
  joined.scores.marks = JoinGrid(side.scores.marks.get(), units, true);
  if (side.rows.empty()) return joined;
  const bool single =
      std::all_of(units.begin(), units.end(), [](const auto& unit) { return unit.size() == 1; });
  if (single) joined.segment_metric = side.segment_metric;
  for (const RowStore& rows : side.rows) joined.rows.push_back(JoinRows(rows, units));
  ScoreRows(joined);
  // The scores as given: rows hold rounded ones, which tie where these differ a little.
  const ScoreGrid &from = side.scores.segments, &to = joined.scores.segments;
  for (size_t cell = 0; single && cell < to.values.size(); ++cell) {
    const auto system = static_cast<uint32_t>(cell / to.items);
    joined.scores.segments.values[cell] = from.At(system, units[cell % to.items].front());
  }
  return joined;
}

// Returns p of sign flips over these items.
Result<std::vector<double>> FlipsOf(const ScoreGrid& scores, std::span<const uint32_t> order,
                                    std::span<const uint32_t> items, SpaTies ties) {
  if (order.empty() || items.empty()) return std::vector<double>();
  std::vector<std::vector<double>> values;
  for (const uint32_t system : order) {
    std::vector<double>& row = values.emplace_back();
    for (const uint32_t item : items) row.push_back(scores.At(system, item));
  }
  MTG_ASSIGN_OR_RETURN(const FixedPoint scale, ChooseFixedPoint(values, items.size()));
  std::vector<int64_t> rows;
  for (const std::vector<double>& row : values) {
    for (const double value : row) rows.push_back(scale.ToInteger(value));
  }
  return SignFlipP(rows, scores.systems, ties);
}

}  // namespace

EvaluationInput JoinItems(const EvaluationInput& input, const Units& units) {
  EvaluationInput joined;
  joined.language_pair = input.language_pair;
  joined.systems = input.systems;
  joined.judged = input.judged;
  joined.rater = input.rater;
  joined.lengths = JoinGrid(input.lengths.get(), units, false);
  for (const EvaluatedSide& side : input.humans) joined.humans.push_back(JoinSide(side, units));
  for (const EvaluatedSide& side : input.metrics) joined.metrics.push_back(JoinSide(side, units));
  return joined;
}

Status AddFlips(SpaTies ties, EvaluationInput& input) {
  input.by_name.resize(input.systems.size());
  std::iota(input.by_name.begin(), input.by_name.end(), uint32_t{0});
  std::sort(input.by_name.begin(), input.by_name.end(),
            [&](uint32_t a, uint32_t b) { return input.systems[a] < input.systems[b]; });
  std::vector<EvaluatedSide*> sides;
  for (auto* of : {&input.humans, &input.metrics}) {
    for (EvaluatedSide& side : *of) {
      if (side.scores.segments.systems > 0) sides.push_back(&side);
    }
  }
  input.flipped_items.clear();
  input.swap_draws = std::make_shared<SwapDraws>(input.humans.size());
  for (size_t k = 0; input.judged && k < sides.size(); ++k) {
    const std::vector<uint32_t> own = CompleteItems(sides[k]->scores.segments);
    if (k == 0) input.flipped_items = own;
    std::erase_if(input.flipped_items,
                  [&](uint32_t item) { return !std::binary_search(own.begin(), own.end(), item); });
  }
  for (EvaluatedSide* side : sides) {
    const ScoreGrid& grid = side->scores.segments;
    const std::vector<uint32_t> items = input.judged ? input.flipped_items : CompleteItems(grid);
    MTG_ASSIGN_OR_RETURN(side->scores.flips, FlipsOf(grid, input.by_name, items, ties));
  }
  return OkStatus();
}

}  // namespace mtgauge
