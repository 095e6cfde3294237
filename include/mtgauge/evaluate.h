// Evaluation of metrics against human scores: the request and its result. The result is plain data
// and includes the options that were used.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "mtgauge/compare.h"
#include "mtgauge/options.h"
#include "mtgauge/run.h"
#include "mtgauge/score.h"
#include "mtgauge/status.h"
#include "mtgauge/visibility.h"

namespace MTGAUGE_PUBLIC mtgauge {

// A measure of agreement with human scores. Answers point to the program's table of measures, which
// lives as long as the program.
struct Measure {
  std::string_view name;   // "acc-eq", as in AgreementOptions::measures
  std::string_view title;  // "acc_eq"
  std::string_view help;
  bool of_segments = false;  // false for a measure of systems
  bool pooled = false;       // averages over language pairs are weighted by Measured::weight
  std::string_view paper;    // "Deutsch et al. (2023)"
  bool is_share = false;     // true for a share from 0 to 1, false for a correlation or ratio
};

// Which scores are compared with each other: all, those of one system, or those of one segment (as
// when annotators rank translations).
enum class Grouping { kNone, kSystem, kItem };

struct AverageRule {
  bool by_size = false;      // weights groups by their number of values instead of equally
  bool nan_is_zero = false;  // counts a group without a value as 0 instead of leaving it out
};

// How soft pairwise accuracy counts resamples that tie with the observed difference of two systems:
// for the system whose name comes first, as WMT does in the order that it has, or half for each.
enum class SpaTies { kFirst, kHalf };

// Which scores are equal: only equal numbers, or also those at most 1e-12 apart.
enum class ScoreTies { kExact, kClose };

struct MeasureOptions {
  std::optional<Grouping> grouping;  // for segment measures; if unset, each measure has its own
  AverageRule average;
  double threshold = 25;  // for tau-like: the smallest difference of human scores that counts
  SpaTies spa_ties = SpaTies::kFirst;
  // For precision, recall, f1, mcc and auc: translations with this human score are good and, if
  // `error_free`, only those in which nobody marked an error.
  double good = 85;
  bool error_free = false;
  // The metric's score from which it calls a translation good; if unset, that with the largest F1.
  std::optional<double> good_metric;
};

// Outputs that are good or not, and that the metric calls so or not.
struct GoodOutputs {
  uint64_t true_positives = 0, false_positives = 0, false_negatives = 0, true_negatives = 0;
};

struct Measured {
  double value = 0;           // NaN if undefined
  double p = 0;               // p-value of the hypothesis of no agreement; NaN if there is none
  uint64_t weight = 0;        // number of systems, pairs (of systems or outputs), groups or scores
  std::optional<double> eps;  // the largest difference that counts as a tie
  std::optional<double> cut = {};  // the metric's score from which it calls a translation good
  bool best_cut = false;           // it has the largest F1 on these data
  std::optional<GoodOutputs> good = {};
};

// What the bootstrap resamples for system-level measures.
enum class ResampledUnits { kSegments, kSystems, kBoth, kNone };
enum class MetricTest { kPermBoth, kWilliams };

struct EvaluateOptions {
  std::vector<const Measure*> measures;
  std::vector<const Measure*> tested;  // the measures whose differences are tested
  bool test_mean = false;              // also tests the mean over measures
  MeasureOptions measure;
  // The scores of single metrics from which they call a translation good, by the metric's name.
  std::vector<std::pair<std::string, double>> good_of_metric;
  ScoreTies ties = ScoreTies::kExact;
  MetricTest test = MetricTest::kPermBoth;
  ResampledUnits units = ResampledUnits::kSegments;
  uint64_t resamples = 1000;
  uint64_t seed = 12345;
  double alpha = 0.05;
  Correction correction = Correction::kHolm;  // cannot be max-T
  ClusterRule clusters = ClusterRule::kWmt;
};

struct MeasureEstimate {
  Measured measured;
  Interval fisher;     // Fisher's interval of Pearson's correlation of systems
  Interval bootstrap;  // percentile interval; NaN if nothing was resampled
  double se = 0;       // standard deviation of the resamples; NaN if nothing was resampled
  // The value in each resample, NaN if undefined there. Empty if nothing was resampled.
  std::vector<double> resampled;
};

// A test of whether one of two metrics agrees better with humans than the other.
struct MetricPair {
  uint32_t a = 0, b = 0;
  double difference = 0;  // measure of a - measure of b
  double p = 1;           // one-sided, for the metric with the greater measure
  double p_adjusted = 1;
  bool exact = false;  // from all swaps or a closed form
  bool significant = false;
};

struct TestedMeasure {
  const Measure* measure = nullptr;
  std::vector<uint32_t> order;      // metrics, best first, without those that have no value
  std::vector<uint32_t> clusters;   // [position in order], from 1
  std::vector<uint32_t> low, high;  // the ranks that are compatible with the tests
  std::vector<MetricPair> pairs;    // (order[0], order[1]), (order[0], order[2]), ...
};

// The results for one language pair and one criterion, or for several language pairs. For the
// latter, pairs of systems and pairs of outputs are pooled, and other measures are averaged.
struct Evaluation {
  std::string language_pair;  // empty if not given; several are separated by commas
  std::string criterion;
  // With AgreementOptions::raters_as_metrics: the rater in the place of the last metric. The human
  // scores are those of the others. Empty over several raters.
  std::string rater;
  std::vector<std::string> systems;
  std::vector<double> human_scores;                // [system], as given; NaN if there is none
  std::vector<std::vector<double>> metric_scores;  // [metric][system]; NaN if there is none
  uint64_t segments = 0;  // segments or documents with human scores; 0 if only systems have any
  uint64_t outputs = 0;   // of these, which all sides score; only with a rater
  std::vector<std::vector<MeasureEstimate>> estimates;  // [metric][measure]
  std::vector<TestedMeasure> tests;
};

// The measures at one value of a factor that varies, such as the length of pseudo-documents or the
// number of references.
struct StudyPoint {
  std::string label;                    // "5", "1+2", "news"
  double x = 0;                         // position on the axis
  uint64_t units = 0;                   // number of items that the segment measures use
  std::vector<Evaluation> evaluations;  // one per criterion; estimates are [series][measure]
};

// A test of whether the values of one series over the points of a study are greater than those of
// another.
struct SeriesPair {
  uint32_t a = 0, b = 0;
  double difference = 0;  // mean of a - b
  double p = 1;           // Wilcoxon's signed-rank test, two-sided
};

// Doddington's F-ratio of the systems' scores over sets of references of one size.
struct ReferenceRatio {
  uint64_t size = 0, sets = 0;
  std::vector<double> of_series;
};

struct Study {
  std::string name;           // "length", "gtm:exponent"
  std::string language_pair;  // empty if not given
  std::string axis;           // what x means
  bool ordered = true;        // false if the points are names without an order
  std::vector<std::string> series;
  std::vector<const Measure*> measures;
  std::vector<StudyPoint> points;
  std::vector<std::vector<std::vector<SeriesPair>>> pairs;  // [criterion][measure]
  std::vector<ReferenceRatio> ratios;                       // by increasing size
};

struct EvaluatedMetric {
  std::string name;
  std::string signature;
  bool higher_is_better = true;
  bool is_raters = false;  // the place of raters, each in the evaluations of its own
};

struct EvaluationSet {
  EvaluateOptions options;
  std::vector<EvaluatedMetric> metrics;
  std::vector<Evaluation> evaluations;
  std::vector<Evaluation> pooled;  // over several language pairs, without the scores of systems
  std::vector<Study> studies;
  bool judged_segments = false;            // only segments with human scores were used
  bool of_documents = false;               // the items are documents
  bool mean_measures = false;              // the mean over all measures was requested
  std::optional<TestedMeasure> mean_test;  // of the mean over all measures
  std::vector<Warning> warnings;
};

// Options of the comparison of metrics with human scores.
struct AgreementOptions {
  std::string human_offset;      // added to the numbers of human scores: a whole number, or "auto"
  bool judged_segments = false;  // uses only segments with human scores
  std::vector<std::string> measures, tested_measures;  // names; the default ones if empty
  std::optional<Grouping> grouping;
  bool average_by_size = false, undefined_is_zero = false;
  double threshold = 25;
  ScoreTies score_ties = ScoreTies::kExact;
  SpaTies spa_ties = SpaTies::kFirst;
  std::string good_from;                 // a human score, or "error-free"; 85 if empty
  std::vector<std::string> good_metric;  // X, or METRIC=X
  std::string development;               // file with an answer as JSON, for other metrics
  MetricTest metric_test = MetricTest::kPermBoth;
  ResampledUnits resampled_units = ResampledUnits::kSegments;
  std::vector<std::string> studies;
  uint32_t longest = 25;  // number of segments in the longest pseudo-document
  bool mean_measures = false;
  // Each rater is also a metric, measured against the mean of the others on what both judged.
  bool raters_as_metrics = false;
};

struct EvaluateRequest : TextInputs,
                         MetricChoice,
                         RunOptions,
                         SeedOption,
                         OutsideOptions,
                         SignificanceOptions,
                         HumanOptions,
                         PairListOption,
                         AgreementOptions {};

// A checked request. Not thread-safe.
class EvaluateRun : public RunOf<EvaluateRun, EvaluateRequest> {
 public:
  using RunOf::RunOf;

  // Reads all inputs and evaluates the metrics. Call it once.
  Result<EvaluationSet> Run();
};

// Runs both steps: EvaluateRun::Make() and Run().
Result<EvaluationSet> Evaluate(const EvaluateRequest& request);

}  // namespace mtgauge
