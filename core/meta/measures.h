// The table of measures of agreement between people and a metric, as flags name them. To add one:
// its row in measures.cc.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string_view>
#include <vector>

#include "core/meta/agreement.h"
#include "core/meta/score_grid.h"
#include "mtgauge/evaluate.h"

namespace mtgauge {

// What one side says. Higher is better.
struct SideScores {
  std::vector<double> systems;  // NaN where there is none
  ScoreGrid segments;           // no systems: there are no scores of segments
  std::vector<double> flips;    // SignFlipP() of the segments; empty: not computed
};

enum class MetricTestKind { kNone, kSwapSystems, kSwapSegments, kSign };

// How a measure of segments is computed when the segments are drawn anew
// (core/meta/item_bootstrap).
enum class ItemRule {
  kNone,         // it is of systems, or too costly
  kAverage,      // of values of groups
  kCalibration,  // the same, with ties calibrated
  kDistance,     // of counts of pairs
  kDifferences,  // of differences between two outputs
  kAny,          // anew from the scores
};

struct Measure {
  std::string_view name;   // "acc-eq", as flags take it
  std::string_view title;  // "acc_eq"
  std::string_view help;
  bool of_segments;  // else of systems
  bool pooled;       // an average over language pairs weighs by Measured::weight
  Measured (*compute)(const SideScores& human, const SideScores& metric, const MeasureOptions&);
  // How two metrics are tested, and by which statistic.
  MetricTestKind test = MetricTestKind::kNone;
  Statistic statistic = Statistic::kPearson;
  Grouping grouping = Grouping::kNone;  // of its own
  ItemRule items = ItemRule::kNone;
  std::string_view paper = "";  // for `cite`
  bool is_share = false;        // from 0 to 1; else a correlation, or a ratio
};

std::span<const Measure> Measures();

// Whether both sides have what it takes; with fewer than two systems nothing has.
bool CanMeasure(const Measure& measure, const SideScores& human, const SideScores& metric);

}  // namespace mtgauge
