// Compares metrics with human scores. The result is plain data, with the conventions used.
#pragma once

#include <absl/status/statusor.h>

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "mtgauge/compare.h"
#include "mtgauge/options.h"
#include "mtgauge/score.h"

namespace mtgauge {

struct Measure;  // a row of the table of measures, which lives as long as the program

// Which scores are compared with each other: all, those of one system, or those of one item (as
// when people rank translations).
enum class Grouping { kNone, kSystem, kItem };

struct AverageRule {
  bool by_size = false;      // groups are weighted by their number of values, not equally
  bool nan_is_zero = false;  // a group without a value counts as 0 instead of not at all
};

struct MeasureOptions {
  std::optional<Grouping> grouping;  // of measures of segments; else each has its own
  AverageRule average;
  double threshold = 25;  // of tau-like: the smallest difference of human scores that counts
};

struct Measured {
  double value = 0;           // NaN: not defined
  double p = 0;               // of no agreement; NaN where there is none
  uint64_t weight = 0;        // systems, pairs of systems or of outputs, groups or scores
  std::optional<double> eps;  // the largest difference that counts as a tie
};

// What the bootstrap resamples for a measure of systems.
enum class ResampledUnits { kSegments, kSystems, kBoth, kNone };
enum class MetricTest { kPermBoth, kWilliams };

struct EvaluateOptions {
  std::vector<const Measure*> measures;
  std::vector<const Measure*> tested;  // the measures whose differences are tested
  MeasureOptions measure;
  MetricTest test = MetricTest::kPermBoth;
  ResampledUnits units = ResampledUnits::kSegments;
  uint64_t resamples = 1000;
  uint64_t seed = 12345;
  double alpha = 0.05;
  Correction correction = Correction::kHolm;  // not max-T
  ClusterRule clusters = ClusterRule::kWmt;
};

struct MeasureEstimate {
  Measured measured;
  Interval fisher;     // of Pearson's correlation of systems
  Interval bootstrap;  // percentiles; NaN where nothing was drawn
  double se = 0;       // sd of the resamples, NaN likewise
  // The value in each resample, NaN where it has none; empty where nothing was drawn.
  std::vector<double> resampled;
};

// Whether metric a agrees better with people than b, or b better than a.
struct MetricPair {
  uint32_t a = 0, b = 0;
  double difference = 0;  // of the measure, a - b
  double p = 1;           // one-sided, of the one with the greater measure
  double p_adjusted = 1;
  bool exact = false;  // all swaps, or a closed form
  bool significant = false;
};

struct TestedMeasure {
  const Measure* measure = nullptr;
  std::vector<uint32_t> order;      // metrics, best first; those without a value are left out
  std::vector<uint32_t> clusters;   // [place in order], from 1
  std::vector<uint32_t> low, high;  // the ranks that the tests leave open
  std::vector<MetricPair> pairs;    // (order[0], order[1]), (order[0], order[2]), ...
};

// One language pair and one criterion; or several language pairs: pairs of systems and of outputs
// are pooled, other measures averaged.
struct Evaluation {
  std::string language_pair;  // empty: not given; several are separated by commas
  std::string criterion;
  std::vector<std::string> systems;
  std::vector<double> human_scores;                // [system], as they are; NaN where there is none
  std::vector<std::vector<double>> metric_scores;  // [metric][system], likewise
  uint64_t segments = 0;  // or documents, that people scored; 0: whole systems only
  std::vector<std::vector<MeasureEstimate>> estimates;  // [metric][measure]
  std::vector<TestedMeasure> tests;
};

// Measures while one factor varies: the length of pseudo-documents, the references, ...
struct StudyPoint {
  std::string label;                    // "5", "1+2", "news"
  double x = 0;                         // its place
  uint64_t units = 0;                   // items behind the measures of segments
  std::vector<Evaluation> evaluations;  // by criterion; estimates of [series][measure]
};

// Whether one series' values over the points of a study are greater than another's.
struct SeriesPair {
  uint32_t a = 0, b = 0;
  double difference = 0;  // the mean, a - b
  double p = 1;           // Wilcoxon's signed ranks, two-sided
};

// Doddington's F-ratio over sets of references: systems' scores under each set.
struct ReferenceRatio {
  uint64_t size = 0, sets = 0;
  std::vector<double> of_series;
};

struct Study {
  std::string name;           // "length", "gtm:exponent"
  std::string language_pair;  // empty: not given
  std::string axis;           // what x is
  bool ordered = true;        // false: points are names without an order
  std::vector<std::string> series;
  std::vector<const Measure*> measures;
  std::vector<StudyPoint> points;
  std::vector<std::vector<std::vector<SeriesPair>>> pairs;  // [criterion][measure]
  std::vector<ReferenceRatio> ratios;                       // by rising size
};

struct EvaluatedMetric {
  std::string name;
  std::string signature;
  bool higher_is_better = true;
};

struct EvaluationSet {
  EvaluateOptions options;
  std::vector<EvaluatedMetric> metrics;
  std::vector<Evaluation> evaluations;
  std::vector<Evaluation> pooled;  // over several language pairs, without the systems' scores
  std::vector<Study> studies;
  bool judged_segments = false;  // only segments that people scored
  bool of_documents = false;     // items are documents
  bool mean_measures = false;    // the mean over all measures is asked for
  std::vector<Warning> warnings;
};

// How metrics are compared with human scores.
struct AgreementOptions {
  std::vector<OutsideFiles> humans;  // human scores
  bool normalize_annotators = false;
  std::string mqm_weights;       // of marked errors; empty: the published ones
  std::string pair_list;         // a table of language pairs and their files; empty: none
  bool judged_segments = false;  // only segments that people scored enter
  std::vector<std::string> left_out_systems;           // SYSTEM, or PAIR:SYSTEM
  bool join_common = false;                            // leave out what only some sides have
  std::vector<std::string> measures, tested_measures;  // names; empty: the usual ones
  std::optional<Grouping> grouping;
  bool average_by_size = false, undefined_is_zero = false;
  double threshold = 25;
  MetricTest metric_test = MetricTest::kPermBoth;
  ResampledUnits resampled_units = ResampledUnits::kSegments;
  std::vector<std::string> studies;
  uint32_t longest = 25;  // segments of a pseudo-document
  bool mean_measures = false;
};

struct EvaluateRequest : TextInputs,
                         MetricChoice,
                         RunOptions,
                         SeedOption,
                         OutsideOptions,
                         SignificanceOptions,
                         AgreementOptions {};

// A checked request. Only one thread may use it at a time.
class EvaluateRun {
 public:
  // Returns a UsageError if the request is invalid. Reads the files of metrics, but no texts.
  static absl::StatusOr<EvaluateRun> Make(const EvaluateRequest& request);
  EvaluateRun(EvaluateRun&&) noexcept;
  EvaluateRun& operator=(EvaluateRun&&) noexcept;
  ~EvaluateRun();

  const EvaluateRequest& in_effect() const;  // the request with its defaults filled in
  const RunRecord& record() const;
  // Reads everything and evaluates; call it once.
  absl::StatusOr<EvaluationSet> Run();

 private:
  struct Plan;
  explicit EvaluateRun(std::unique_ptr<Plan> plan);
  std::unique_ptr<Plan> plan_;
};

// Both steps in one call.
absl::StatusOr<EvaluationSet> Evaluate(const EvaluateRequest& request);

}  // namespace mtgauge
