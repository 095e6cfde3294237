// The table of measures.
#include "core/evaluate/measures.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "core/base/nan.h"
#include "core/evaluate/system_level.h"

namespace mtgauge {
namespace {

// The scores of the systems that both sides score.
struct Both {
  std::vector<double> human, metric;
};
Both Present(const SideScores& human, const SideScores& metric) {
  Both both;
  for (size_t s = 0; s < human.systems.size(); ++s) {
    if (std::isnan(human.systems[s]) || std::isnan(metric.systems[s])) continue;
    both.human.push_back(human.systems[s]);
    both.metric.push_back(metric.systems[s]);
  }
  return both;
}

template <Statistic statistic>
Measured OfSystems(const SideScores& human, const SideScores& metric, const MeasureOptions&) {
  const Both both = Present(human, metric);
  return {Correlate(statistic, both.human, both.metric),
          AgreementP(statistic, both.human, both.metric), both.human.size(), std::nullopt};
}

Measured Accuracy(const SideScores& human, const SideScores& metric, const MeasureOptions&) {
  const Both both = Present(human, metric);
  const PairAccuracy accuracy = PairwiseAccuracy(both.human, both.metric);
  const auto pairs = static_cast<double>(accuracy.pairs);
  return {static_cast<double>(accuracy.agreeing) / pairs, kNaN, accuracy.pairs, std::nullopt};
}

Measured Differentials(const SideScores& human, const SideScores& metric, const MeasureOptions&) {
  const Both both = Present(human, metric);
  const uint64_t n = both.human.size();
  return {DifferentialPearson(both.human, both.metric, Orientation::kHuman), kNaN, n * (n - 1) / 2,
          std::nullopt, std::nullopt};
}

Measured SoftAccuracy(const SideScores& human, const SideScores& metric, const MeasureOptions&) {
  const auto n = static_cast<uint32_t>(human.systems.size());
  return {SoftPairwiseAccuracy(human.flips, metric.flips, n), kNaN, uint64_t{n} * (n - 1) / 2,
          std::nullopt, std::nullopt};
}

template <Statistic statistic, Grouping grouping>
Measured OfSegments(const SideScores& human, const SideScores& metric,
                    const MeasureOptions& options) {
  const Average average = AverageAgreement(statistic, human.segments, metric.segments,
                                           options.grouping.value_or(grouping), 0, options.average);
  return {average.value, average.p, average.weight, std::nullopt};
}

Measured CalibratedAccuracy(const SideScores& human, const SideScores& metric,
                            const MeasureOptions& options) {
  const Grouping grouping = options.grouping.value_or(Grouping::kItem);
  const Calibration ties = CalibrateTies(human.segments, metric.segments, grouping);
  const Average average = AverageAgreement(Statistic::kAcc23, human.segments, metric.segments,
                                           grouping, ties.eps, options.average);
  return {average.value, kNaN, average.weight, ties.eps};
}

Measured Distant(const SideScores& human, const SideScores& metric, const MeasureOptions& options) {
  const PairCounts counts =
      DistantPairs(human.segments, metric.segments, options.grouping.value_or(Grouping::kItem),
                   options.threshold);
  return {TauLike(counts), kNaN, static_cast<uint64_t>(counts.all()), std::nullopt};
}

Measured SegmentDifferentials(const SideScores& human, const SideScores& metric,
                              const MeasureOptions& options) {
  const Grouping grouping = options.grouping.value_or(Grouping::kItem);
  const ScoreGrid* const grids[] = {&human.segments, &metric.segments};
  return {PairwiseDifferencePearson(human.segments, metric.segments, grouping), kNaN,
          GroupCells(grids, grouping).size(), std::nullopt};
}

template <double (GoodCounts::*share)() const>
Measured Good(const SideScores& human, const SideScores& metric, const MeasureOptions& options) {
  const ScoreGrid gold = GoldOf(human, options);
  const GoodFrom cut = CutOf(gold, metric.segments, options);
  const GoodCounts counts = CountGood(gold, metric.segments, options.good, cut.score);
  const GoodOutputs outputs = {counts.both, counts.predicted - counts.both,
                               counts.good - counts.both,
                               counts.all + counts.both - counts.predicted - counts.good};
  return {(counts.*share)(), kNaN, counts.all, std::nullopt, cut.score, cut.best, outputs};
}

Measured AreaUnderCurve(const SideScores& human, const SideScores& metric,
                        const MeasureOptions& options) {
  const ScoreGrid gold = GoldOf(human, options);
  const OrderOfGood order(gold, metric.segments, options.good);
  const std::vector<uint32_t> once(gold.items, 1);
  return {order(once), kNaN, CountGood(gold, metric.segments, options.good, 0).all, std::nullopt};
}

// How far the metric follows the length of outputs; given the human scores, if `partial`.
template <Statistic statistic, bool partial>
Measured Length(const SideScores& human, const SideScores& metric, const MeasureOptions&) {
  const ScoreGrid* const grids[] = {&human.segments, &metric.segments, human.lengths.get()};
  const auto groups = GroupCells(grids, Grouping::kNone);
  if (groups.empty()) return {kNaN, kNaN, 0, std::nullopt};
  const std::vector<size_t>& cells = groups.front();
  const std::vector<double> x = Gather(metric.segments, cells), y = Gather(*human.lengths, cells);
  const double plain = Correlate(statistic, x, y);
  if (!partial) return {plain, AgreementP(statistic, x, y), cells.size(), std::nullopt};
  const std::vector<double> people = Gather(human.segments, cells);
  return {
      PartialCorrelation(plain, Correlate(statistic, x, people), Correlate(statistic, y, people)),
      kNaN, cells.size(), std::nullopt};
}

// Uses the metric's scores only, no human scores.
Measured VarianceRatio(const SideScores&, const SideScores& metric, const MeasureOptions&) {
  const FRatio ratio = ComputeFRatio(metric.segments);
  const bool defined = std::isfinite(ratio.ratio);
  return {defined ? ratio.ratio : kNaN, defined ? ratio.p : kNaN, metric.segments.systems,
          std::nullopt, std::nullopt};
}

constexpr MeasureRow kMeasures[] = {
    {{"pearson", "Pearson", "Pearson's correlation of the systems' scores", false, false,
      "Pearson (1895)"},
     OfSystems<Statistic::kPearson>,
     MetricTestKind::kSwapSystems,
     Statistic::kPearson,
     Grouping::kNone,
     ItemRule::kNone},
    {{"spearman", "Spearman", "Spearman's rank correlation of the systems' scores", false, false,
      "Spearman (1904)"},
     OfSystems<Statistic::kSpearman>,
     MetricTestKind::kSwapSystems,
     Statistic::kSpearman,
     Grouping::kNone,
     ItemRule::kNone},
    {{"kendall", "Kendall", "Kendall's tau-b of the systems", false, false, "Kendall (1945)"},
     OfSystems<Statistic::kTauB>,
     MetricTestKind::kSwapSystems,
     Statistic::kTauB,
     Grouping::kNone,
     ItemRule::kNone},
    {{"accuracy", "accuracy",
      "share of the pairs of systems that the metric and people put in the same order", false, true,
      "Kocmi et al. (2021)", true},
     Accuracy,
     MetricTestKind::kSwapSystems,
     Statistic::kAcc23,
     Grouping::kNone,
     ItemRule::kNone},
    {{"spa", "SPA", "WMT's soft pairwise accuracy, from segment scores", true, false,
      "Thompson et al. (2024)", true},
     SoftAccuracy,
     MetricTestKind::kSwapForSigns,
     Statistic::kPearson,
     Grouping::kNone,
     ItemRule::kNone},
    {{"differentials", "differentials",
      "Pearson's correlation of the differences between two systems, the one that people prefer "
      "first",
      false, false, "Coughlin (2003)"},
     Differentials,
     MetricTestKind::kNone,
     Statistic::kPearson,
     Grouping::kNone,
     ItemRule::kNone},
    {{"seg-pearson", "seg. Pearson", "Pearson's correlation of segment scores", true, false,
      "Pearson (1895)"},
     OfSegments<Statistic::kPearson, Grouping::kNone>,
     MetricTestKind::kSwapSegments,
     Statistic::kPearson,
     Grouping::kNone,
     ItemRule::kAverage},
    {{"seg-spearman", "seg. Spearman", "Spearman's rank correlation of segment scores", true, false,
      "Spearman (1904)"},
     OfSegments<Statistic::kSpearman, Grouping::kNone>,
     MetricTestKind::kSwapSegments,
     Statistic::kSpearman,
     Grouping::kNone,
     ItemRule::kAverage},
    {{"seg-kendall", "seg. Kendall", "Kendall's tau-b within segments", true, false,
      "Kendall (1945)"},
     OfSegments<Statistic::kTauB, Grouping::kItem>,
     MetricTestKind::kSwapSegments,
     Statistic::kTauB,
     Grouping::kItem,
     ItemRule::kAverage},
    {{"seg-kendall-c", "seg. tau-c", "Stuart's tau-c within segments", true, false,
      "Stuart (1953)"},
     OfSegments<Statistic::kTauC, Grouping::kItem>,
     MetricTestKind::kSwapSegments,
     Statistic::kTauC,
     Grouping::kItem,
     ItemRule::kAverage},
    {{"tau-23", "tau-23", "share of agreeing pairs, ties included, scaled to -1..1", true, false,
      "Deutsch et al. (2023)"},
     OfSegments<Statistic::kTau23, Grouping::kItem>,
     MetricTestKind::kSwapSegments,
     Statistic::kTau23,
     Grouping::kItem,
     ItemRule::kAverage},
    {{"acc-eq", "acc_eq", "share of agreeing pairs within segments, the metric's ties calibrated",
      true, false, "Deutsch et al. (2023)", true},
     CalibratedAccuracy,
     MetricTestKind::kSign,
     Statistic::kAcc23,
     Grouping::kItem,
     ItemRule::kCalibration},
    {{"tau-like", "tau-like", "WMT's tau over pairs that people score the threshold apart", true,
      true, "Ma et al. (2018)"},
     Distant,
     MetricTestKind::kNone,
     Statistic::kAcc23,
     Grouping::kItem,
     ItemRule::kDistance},
    {{"seg-differentials", "seg. differentials",
      "Pearson's correlation of the differences between two outputs of a segment", true, false,
      "Pearson (1895)"},
     SegmentDifferentials,
     MetricTestKind::kNone,
     Statistic::kPearson,
     Grouping::kItem,
     ItemRule::kDifferences},
    {{"precision", "precision", "share of good translations among those that the metric calls good",
      true, false, "Perrella et al. (2024)", true},
     Good<&GoodCounts::Precision>,
     MetricTestKind::kSwapGood,
     Statistic::kPearson,
     Grouping::kNone,
     ItemRule::kGood,
     &GoodCounts::Precision},
    {{"recall", "recall", "share of good translations that the metric calls good", true, false,
      "Perrella et al. (2024)", true},
     Good<&GoodCounts::Recall>,
     MetricTestKind::kSwapGood,
     Statistic::kPearson,
     Grouping::kNone,
     ItemRule::kGood,
     &GoodCounts::Recall},
    {{"f1", "F1", "harmonic mean of precision and recall of good translations", true, false,
      "Perrella et al. (2024)", true},
     Good<&GoodCounts::F1>,
     MetricTestKind::kSwapGood,
     Statistic::kPearson,
     Grouping::kNone,
     ItemRule::kGood,
     &GoodCounts::F1},
    {{"mcc", "MCC",
      "Matthews' correlation of good translations and those that the metric calls good", true,
      false, "Matthews (1975)"},
     Good<&GoodCounts::Mcc>,
     MetricTestKind::kSwapGood,
     Statistic::kPearson,
     Grouping::kNone,
     ItemRule::kGood,
     &GoodCounts::Mcc},
    {{"auc", "AUC",
      "share of the pairs of a good translation and another in which the metric scores the good "
      "one higher",
      true, false, "Hanley and McNeil (1982)", true},
     AreaUnderCurve,
     MetricTestKind::kSwapGood,
     Statistic::kPearson,
     Grouping::kNone,
     ItemRule::kOrder},
    {{"length-pearson", "length", "Pearson's correlation of scores and lengths of outputs", true,
      false, "Pearson (1895)"},
     Length<Statistic::kPearson, false>,
     MetricTestKind::kNone,
     Statistic::kPearson,
     Grouping::kNone,
     ItemRule::kLength},
    {{"length-partial", "length given people", "the same, given the human scores", true, false,
      "Pearson (1895)"},
     Length<Statistic::kPearson, true>,
     MetricTestKind::kNone,
     Statistic::kPearson,
     Grouping::kNone,
     ItemRule::kLength},
    {{"length-spearman", "length, ranks", "Spearman's rank correlation of scores and lengths", true,
      false, "Spearman (1904)"},
     Length<Statistic::kSpearman, false>,
     MetricTestKind::kNone,
     Statistic::kSpearman,
     Grouping::kNone,
     ItemRule::kAny},
    {{"length-spearman-partial", "length given people, ranks", "the same, given the human scores",
      true, false, "Spearman (1904)"},
     Length<Statistic::kSpearman, true>,
     MetricTestKind::kNone,
     Statistic::kSpearman,
     Grouping::kNone,
     ItemRule::kAny},
    {{"f-ratio", "F-ratio",
      "variance of the systems' mean scores, divided by the variance of segment scores within "
      "systems; needs no human scores",
      true, false, "Doddington (2002)"},
     VarianceRatio,
     MetricTestKind::kNone,
     Statistic::kPearson,
     Grouping::kSystem,
     ItemRule::kAny},
};

}  // namespace

std::span<const MeasureRow> Measures() { return kMeasures; }

ScoreGrid GoldOf(const SideScores& human, const MeasureOptions& options) {
  ScoreGrid gold = human.segments;
  if (!options.error_free) return gold;
  for (size_t cell = 0; cell < gold.values.size(); ++cell) {
    if (human.marks->values[cell] > 0) {
      gold.values[cell] = -std::numeric_limits<double>::infinity();
    }
  }
  return gold;
}

GoodFrom CutOf(const ScoreGrid& gold, const ScoreGrid& metric, const MeasureOptions& options) {
  if (options.good_metric) return {*options.good_metric};
  const bool says_yes_or_no =
      std::all_of(metric.values.begin(), metric.values.end(),
                  [](double score) { return std::isnan(score) || score == 0 || score == 1; });
  if (says_yes_or_no) return {1};
  return {BestCut(gold, metric, options.good), true};
}

std::span<const MeasureAlias> MeasureAliases() {
  static const MeasureAlias kAliases[] = {{"pdp", {"seg-differentials"}},
                                          {"threshold", {"precision", "recall", "f1"}},
                                          {"length", {"length-pearson", "length-partial"}}};
  return kAliases;
}

std::vector<std::string_view> MeasureNames() {
  std::vector<std::string_view> names;
  for (const MeasureRow& measure : kMeasures) names.push_back(measure.name);
  for (const MeasureAlias& alias : MeasureAliases()) names.push_back(alias.name);
  return names;
}

std::vector<std::string> WithoutAliases(const std::vector<std::string>& names) {
  std::vector<std::string> out;
  for (const std::string& name : names) {
    const auto aliases = MeasureAliases();
    const auto found = std::find_if(aliases.begin(), aliases.end(),
                                    [&](const MeasureAlias& alias) { return alias.name == name; });
    if (found == aliases.end()) {
      out.push_back(name);
    } else {
      out.insert(out.end(), found->measures.begin(), found->measures.end());
    }
  }
  return out;
}

const Measure& MeanOfMeasures() {
  static constexpr Measure kMean = {
      kMeanOfMeasures, "mean", "mean over all measures", false, false, "", true};
  return kMean;
}

bool CanMeasure(const MeasureRow& measure, const SideScores& human, const SideScores& metric) {
  if (human.systems.size() < 2) return false;
  if (measure.compute == SoftAccuracy) return !human.flips.empty() && !metric.flips.empty();
  if (measure.name.starts_with("length-") && human.lengths == nullptr) return false;
  if (measure.compute == VarianceRatio) return metric.segments.systems > 0;
  if (measure.of_segments) return human.segments.systems > 0 && metric.segments.systems > 0;
  return true;
}

}  // namespace mtgauge
