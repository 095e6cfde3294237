// Comparison of systems: the request and its result. The result is plain data, independent of any
// output format, and includes the options that were used.
#pragma once

#include <cstdint>
#include <limits>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "mtgauge/options.h"
#include "mtgauge/run.h"
#include "mtgauge/score.h"
#include "mtgauge/status.h"
#include "mtgauge/visibility.h"

namespace MTGAUGE_PUBLIC mtgauge {

// A confidence interval. Both ends are NaN if there is none.
struct Interval {
  double low = std::numeric_limits<double>::quiet_NaN();
  double high = std::numeric_limits<double>::quiet_NaN();
};

// The Wilcoxon signed-rank test is for scores of people (HumanOptions::humans). Strengths from
// judgements of pairs are tested by their standard errors (Wald).
enum class TestKind { kBootstrap, kRandomization, kWilcoxon, kWald };
// The null hypothesis of the bootstrap. A resample with difference d* counts as at least as extreme
// as the observed difference d if |d* - d| >= |d| (centred), or, as in sacreBLEU, if
// |d*| - mean|d*| > |d| (shifted).
enum class NullRule { kCentred, kShifted };
// When a difference counts as at least as extreme: >= or >.
enum class TieRule { kAtLeast, kStrict };
enum class Generator { kMtg1, kNumpy };
enum class IntervalKind { kPercentile, kBasic, kBca, kOrder };
// Resamples for intervals. kHalf draws n/2 distinct units; kHalfReplaced draws n/2 with
// replacement.
enum class Sampling { kFull, kHalf, kHalfReplaced };
enum class Correction {
  kMaxT,
  kHolm,
  kHochberg,
  kBonferroni,
  kSidak,
  kBenjaminiHochberg,
  kBenjaminiYekutieli,
  kNone
};
// How tests divide a ranking into clusters. kWmt24 and kWmt25 are the whole rules of WMT's
// campaigns of these years, for scores of people: score, test, ranks and clusters.
enum class ClusterRule { kWmt, kGreedy, kWmt24, kWmt25 };
// kScreen, for scores of people only: what one annotator saw together, a document with the outputs
// of all systems (contrastive judgements).
enum class Unit { kSegment, kDocument, kScreen };
// How the caller sorted the segments: unknown, by a column of unique values, or by a hash of the
// texts. This is only recorded; the library does not sort anything.
enum class Order { kGiven, kKey, kContent };

// The contents of the cells in a table of systems and metrics: scores, scores with intervals, or
// scores with half-widths.
enum class TableCells { kScores, kIntervals, kHalfWidths };

struct CompareOptions {
  uint64_t resamples = 10000;
  uint64_t seed = 12345;
  double alpha = 0.05;  // significance level of the tests; intervals have level 1 - alpha
  TestKind test = TestKind::kBootstrap;
  NullRule null = NullRule::kCentred;
  TieRule ties = TieRule::kAtLeast;
  Generator generator = Generator::kMtg1;
  IntervalKind interval = IntervalKind::kPercentile;
  Sampling sampling = Sampling::kFull;
  Correction correction = Correction::kMaxT;
  ClusterRule clusters = ClusterRule::kWmt;
  Unit unit = Unit::kSegment;
  Order order = Order::kGiven;
  std::optional<uint32_t> baseline;   // index of a system; only its pairs are tested
  bool rank_beside_baseline = false;  // clusters and ranks still use all pairs
  std::optional<double> margin;  // tests if systems are worse than the baseline by less than this
  double power = 0.8;            // for the smallest detectable difference, and for plans
  std::string mean;              // the fields whose groups have equal weight in the mean
  bool sacrebleu = false;        // also uses float32 sums and the platform's math functions
  bool numpy2 = false;           // scores float32 sums by the rules of NumPy 2
  // Of randomization, only the p-values are needed: what comes from resamples is then without
  // meaning.
  bool only_p = false;

  bool operator==(const CompareOptions&) const = default;
};

struct SystemEstimate {
  std::string name;
  double score = 0;       // mean over the runs
  double mean = 0;        // mean of the resamples
  double sd = 0;          // standard deviation of the resamples: the standard error of the score
  Interval interval;      // NaN if it cannot be computed (BCa when all resamples are equal)
  double half_width = 0;  // half-width of the order-statistic interval, as printed by sacreBLEU
  uint32_t runs = 1;
  // Standard deviations due to the choice of segments and to the optimizer runs (Clark et al.,
  // 2011). The second is absent if there is only one run.
  double sd_selection = 0;
  std::optional<double> sd_optimizer;
  uint32_t cluster = 1;                  // 1 is the best; 0 if there are none
  uint32_t rank_low = 1, rank_high = 1;  // the ranks that are compatible with the tests; 0: none
  Interval rank_interval;       // interval of the rank over the resamples, at level 1 - alpha
  std::vector<Detail> details;  // the shares of which the score is one; empty for other metrics
  std::string caution = {};     // why the score says nothing; empty if it is one
};

// The probability that a test on so many units finds a difference.
struct PowerAt {
  uint64_t units = 0;
  double power = 0;
};

// How many units a test needs to find a difference, from a pilot of the same systems.
struct SamplePlan {
  double difference = 0;       // to be found, with CompareOptions::power
  uint64_t units = 0;          // documents, or segments if that is the unit
  uint64_t segments = 0;       // in so many units of the pilot's size
  double power_now = 0;        // of a test on the pilot's units
  double smallest_now = 0;     // smallest difference that such a test finds
  std::vector<PowerAt> curve;  // for a chart: from few units to enough; empty if `units` is 0
};

// The difference of two systems if their outputs were equally long: the intercept of the regression
// of the differences of segment scores on the differences of length.
struct EqualLength {
  double mean = 0;        // mean difference of segment scores: a minus b
  double longer = 0;      // mean difference of length, in tokens
  double difference = 0;  // at equal length
  double se = 0;
  Interval interval;     // as PairTest::interval, from the same resamples
  double per_token = 0;  // what a token more adds to the score: the slope
};

struct PairTest {
  uint32_t a = 0, b = 0;  // indices of systems
  double difference = 0;  // score(a) - score(b)
  double se = 0;
  Interval interval;  // symmetric around the difference; infinite if there are too few resamples
  Interval simultaneous;  // for all pairs of the metric at once; NaN unless corrected by max-T
  uint64_t exceedances = 0;
  double p = 1;
  double p_adjusted = 1;
  double p_error = 0;  // Monte Carlo standard error of p; 0 if all swaps were enumerated
  std::optional<double> p_sacrebleu_bs;  // p by sacreBLEU's --paired-bs rule, same resamples
  bool exact = false;                    // all swaps were enumerated
  bool significant = false;              // p_adjusted <= alpha
  // Fractions of the resamples in which system a wins, loses and ties (Koehn, 2004). These are not
  // probabilities that a is better.
  double wins = 0, losses = 0, ties = 0;
  // The smallest true difference detected with CompareOptions::power; NaN if there is none.
  double detectable = 0;
  // P-values of the null hypothesis that the system is worse than the baseline by
  // CompareOptions::margin or more.
  std::optional<double> p_margin, p_margin_adjusted;
  // Published estimate of how often humans agree with a difference of this size, in percent.
  std::optional<double> human_agreement;
  std::optional<SamplePlan> plan;  // if PairTestOptions::plan is set
  // The part of the difference that the brevity penalty makes; what is left is due to the
  // precisions. Absent for metrics without a brevity penalty.
  std::optional<double> brevity;
  // Of a group: its part of the difference over all groups, which is the sum of these parts.
  std::optional<double> part_of_all;
  std::optional<EqualLength> equal_length;  // if PairTestOptions::length_controlled is set
};

struct MetricComparison {
  std::string group;   // the group of these segments; empty if not compared by group
  std::string metric;  // "BLEU"
  double scale = 100;  // full scale of the scores, such as 100; 0 if unknown
  bool higher_is_better = true;
  bool ranks = true;  // false if neither higher nor lower is better: there are no ranks or clusters
  std::string signature;
  std::string test_signature;  // "test:bs|null:centred|...", for papers
  std::string equals;
  uint64_t units = 0;
  uint64_t segments = 0;                // in these units
  std::optional<double> design_effect;  // variance over documents / variance over segments
  std::vector<SystemEstimate> systems;  // in input order
  std::vector<PairTest> pairs;          // in input order: (0,1), (0,2), ...
};

// How two annotators order the outputs of a segment that both judged.
struct AnnotatorPair {
  std::string a, b;
  uint64_t outputs = 0;     // judged by both
  double tau = 0;           // Kendall's tau-b
  double agreement = 0;     // share of pairs of outputs that both order alike, or both as ties
  double without_ties = 0;  // among those that both order
  std::optional<double> span_f1;  // of the error spans that both marked; absent without any
};

// Control items: copies of outputs that were damaged on purpose.
struct ControlItems {
  uint64_t items = 0;
  uint64_t passed = 0;  // scored lower than the output
};

// An annotator beside the mean of the others who judged the same outputs.
struct AnnotatorCheck {
  std::string name;
  uint64_t outputs = 0;        // judged by others, too
  double correlation = 0;      // NaN if undefined
  double mean_difference = 0;  // own scores minus those of the others
  double deviation_ratio = 0;  // own standard deviation by that of the others
  std::string remark;          // "unrelated", "shifted", "scaled"; empty if nothing stands out
  std::optional<ControlItems> controls;  // absent if the file has none for anybody
};

// How far people agree; NaN where nothing can be compared.
struct HumanAgreement {
  std::string group, criterion;
  double alpha_nominal = 0, alpha_ordinal = 0, alpha_interval = 0;  // Krippendorff's
  std::optional<double> alpha_spans;  // the nominal one over the characters of error spans
  std::vector<AnnotatorPair> pairs;
  std::vector<AnnotatorCheck> annotators;
};

struct Comparison {
  CompareOptions options;
  uint64_t segments = 0, skipped = 0, replaced = 0;
  uint64_t documents = 0, strata = 0;  // 0 if not given
  std::string by;  // what the segments are grouped by; empty if they are not grouped
  std::vector<MetricComparison> metrics;
  std::vector<HumanAgreement> agreement;  // if requested
  std::optional<TableCells> table;        // if requested
  std::optional<GateVerdict> gate;        // if requested by PairTestOptions::gate or RequireOption
  std::vector<Warning> warnings;
};

// Settings of the tests. Unset fields take the defaults of the request type.
struct SignificanceOptions {
  std::optional<uint64_t> resamples;
  double alpha = 0.05;
  std::optional<Correction> correction;
  ClusterRule clusters = ClusterRule::kWmt;
  std::optional<Unit> unit;  // if unset: segments; of scores of people, documents if known
};

// Options for tests of pairs of systems. Unset fields take the defaults of CompareOptions or
// MetricChoice::compat.
struct PairTestOptions {
  std::vector<NamedFiles> systems;  // in addition to TextInputs::inputs
  bool drop_missing = false;  // tests each pair on the segments for which both systems have scores
  // FIELD or FIELD,FIELD: the scores are means over the groups of these fields, such as lang and
  // domain; of several fields, the last one is averaged first. Empty for no mean.
  std::string mean;
  // For humans who judged pairs of outputs; if unset: kBradleyTerry.
  std::optional<JudgementModel> model;
  bool agreement = false;  // also reports how far the annotators of humans agree
  // Also estimates the differences at equal length. Needs texts.
  bool length_controlled = false;
  double plan = 0;     // a difference that a planned test should find; 0: none
  double power = 0.8;  // with this probability
  std::string strata;  // a file with the stratum of each segment; empty if there are none
  std::optional<std::string> baseline;  // name of a system; only its pairs are tested
  bool gate = false;                    // reports whether a system is worse than the baseline
  std::optional<double> margin;         // for the gate: no system may be worse by this much
  Sampling sampling = Sampling::kFull;
  Order order = Order::kGiven;
  std::optional<TestKind> test;
  std::optional<NullRule> null;
  std::optional<Generator> generator;
  std::optional<IntervalKind> interval;
};

// Resampling of row files, distributed over several machines. Each machine computes the sums of a
// share of the blocks (of 4,096 segments). A comparison of the same row files then uses these sums
// instead of resampling; its result is identical to that of a single run. Options that do not
// affect the sums may still change: the baseline, the correction, alpha and the intervals.
struct SumsOptions {
  std::optional<Shard> blocks;    // the share for CompareRun::WriteSums(); all blocks if unset
  std::vector<std::string> sums;  // files from WriteSums() for all shares, or one merged from them
};

// One table of systems and metrics, as in papers, in text, LaTeX, Markdown or HTML.
struct TableOptions {
  std::optional<TableCells> table;  // if unset: a table for each metric, and one of its pairs
};

struct CompareRequest : TextInputs,
                        MetricChoice,
                        RunOptions,
                        SeedOption,
                        OutsideOptions,
                        SignificanceOptions,
                        PairTestOptions,
                        SumsOptions,
                        TableOptions,
                        RequireOption,
                        PairListOption,
                        HumanOptions {};

// A checked request. Not thread-safe.
class CompareRun : public RunOf<CompareRun, CompareRequest> {
 public:
  using RunOf::RunOf;

  // Reads all inputs and compares the systems. Call it once.
  Result<Comparison> Run();
  // Writes the sums requested by SumsOptions::blocks. Only for row files; call it instead of Run().
  // The file appears only when it is complete.
  Status WriteSums(const std::string& file);
};

// Runs both steps: CompareRun::Make() and Run().
Result<Comparison> Compare(const CompareRequest& request);

}  // namespace mtgauge
