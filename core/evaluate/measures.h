// The table of measures of agreement between human scores and a metric, as flags name them. To add
// one, add its row in measures.cc.
#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "core/evaluate/agreement.h"
#include "core/evaluate/score_grid.h"
#include "mtgauge/evaluate.h"

namespace mtgauge {

// The scores of one side. Higher is better.
struct SideScores {
  std::vector<double> systems;  // NaN if missing
  ScoreGrid segments;           // has no systems if there are no segment scores
  std::vector<double> flips;    // SignFlipP() of the segments; empty if not computed
  // Of people: how long the outputs are, in characters; null if unknown.
  std::shared_ptr<const ScoreGrid> lengths = nullptr;
  // Of people: how many error spans they marked; null if unknown.
  std::shared_ptr<const ScoreGrid> marks = nullptr;
};

// Returns the human scores by which outputs are good from `options.good` on: as they are, or, for
// outputs with marked errors, -inf.
ScoreGrid GoldOf(const SideScores& human, const MeasureOptions& options);
// Returns the score from which the metric calls outputs good: the chosen one; 1 if it says only 0
// and 1; otherwise the best one.
struct GoodFrom {
  double score = 0;
  bool best = false;
};
GoodFrom CutOf(const ScoreGrid& gold, const ScoreGrid& metric, const MeasureOptions& options);

enum class MetricTestKind {
  kNone,
  kSwapSystems,
  kSwapSegments,
  kSwapForSigns,
  kSwapGood,  // what metrics say of outputs, or their ranks
  kSign
};

// How a measure of segments is computed for resampled segments (core/evaluate/item_bootstrap).
enum class ItemRule {
  kNone,         // a measure of systems, or too expensive
  kAverage,      // average of the groups' values
  kCalibration,  // the same with calibrated ties
  kDistance,     // from counts of pairs
  kDifferences,  // from differences between two outputs
  kGood,         // from counts of outputs
  kOrder,        // from the order of good outputs and others
  kLength,       // from sums over outputs
  kAny,          // recomputed from the scores
};

// A measure and how it is computed.
struct MeasureRow : Measure {
  Measured (*compute)(const SideScores& human, const SideScores& metric, const MeasureOptions&);
  // The test that compares two metrics, and its statistic.
  MetricTestKind test = MetricTestKind::kNone;
  Statistic statistic = Statistic::kPearson;
  Grouping grouping = Grouping::kNone;  // the default grouping
  ItemRule items = ItemRule::kNone;
  double (GoodCounts::*share)() const = nullptr;  // of measures that count good outputs
};

std::span<const MeasureRow> Measures();

// Another name of a measure, or a name for several.
struct MeasureAlias {
  std::string_view name;
  std::vector<std::string_view> measures;
};
std::span<const MeasureAlias> MeasureAliases();
// The names of all measures and aliases.
std::vector<std::string_view> MeasureNames();
// Replaces aliases by the measures that they stand for.
std::vector<std::string> WithoutAliases(const std::vector<std::string>& names);

// The name of the mean over all measures, among measures that are tested.
inline constexpr std::string_view kMeanOfMeasures = "mean";
// A row for it, which is not one of Measures().
const Measure& MeanOfMeasures();

// Returns the row of a measure. Every Measure is one of Measures().
inline const MeasureRow& RowOf(const Measure& measure) {
  return static_cast<const MeasureRow&>(measure);
}

// Returns true if both sides have the scores that the measure needs. Always false for fewer than
// two systems.
bool CanMeasure(const MeasureRow& measure, const SideScores& human, const SideScores& metric);

}  // namespace mtgauge
