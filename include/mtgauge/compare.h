// Compares systems. The result is plain data that says nothing about its layout, with the
// conventions used.
#pragma once

#include <absl/status/statusor.h>

#include <cstdint>
#include <limits>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "mtgauge/options.h"
#include "mtgauge/score.h"

namespace mtgauge {

// A confidence interval; NaN where there is none.
struct Interval {
  double low = std::numeric_limits<double>::quiet_NaN();
  double high = std::numeric_limits<double>::quiet_NaN();
};

enum class TestKind { kBootstrap, kRandomization };
// Where the bootstrap puts the null hypothesis: |d* - d| >= |d|, or sacreBLEU's
// |d*| - mean|d*| > |d|.
enum class NullRule { kCentred, kShifted };
enum class TieRule { kAtLeast, kStrict };  // what counts as at least as extreme: >= or >
enum class Generator { kMtg1, kNumpy };
enum class IntervalKind { kPercentile, kBasic, kBca, kOrder };
// kHalf: intervals from n/2 distinct units; kHalfReplaced: from n/2 draws with replacement.
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
enum class ClusterRule { kWmt, kGreedy };
enum class Unit { kSegment, kDocument };
// How the caller sorted the segments: unknown, by a column of unique values, or by a hash of the
// texts. Only recorded; nothing is sorted here.
enum class Order { kGiven, kKey, kContent };

// Cells of a table of systems and metrics: scores, scores with intervals, or scores with
// half-widths.
enum class TableCells { kScores, kIntervals, kHalfWidths };

struct CompareOptions {
  uint64_t resamples = 10000;
  uint64_t seed = 12345;
  double alpha = 0.05;  // of tests; intervals are at level 1 - alpha
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
  std::optional<uint32_t> baseline;   // a system: only its pairs are tested
  bool rank_beside_baseline = false;  // clusters and ranks still use all pairs
  std::optional<double> margin;       // tests whether systems are worse than it by less than this
  double power = 0.8;                 // of the minimal detectable difference
  bool sacrebleu = false;             // also float32 sums and the platform's arithmetic
  bool numpy2 = false;                // float32 sums are scored by the rules of NumPy 2
};

struct SystemEstimate {
  std::string name;
  double score = 0;       // mean over the runs
  double mean = 0;        // of the resamples
  double sd = 0;          // of the resamples, the standard error of the score
  Interval interval;      // NaN where the kind has none (BCa of equal resamples)
  double half_width = 0;  // of the order-statistic interval, as sacreBLEU prints it
  uint32_t runs = 1;
  // Clark et al. (2011): sd from the choice of segments and from the optimizer's runs. The second
  // is absent with one run.
  double sd_selection = 0;
  std::optional<double> sd_optimizer;
  uint32_t cluster = 1;                  // 1 is the best
  uint32_t rank_low = 1, rank_high = 1;  // the ranks that the tests leave open
  Interval rank_interval;                // what the resamples show, at level 1 - alpha
};

struct PairTest {
  uint32_t a = 0, b = 0;  // indices of systems
  double difference = 0;  // score(a) - score(b)
  double se = 0;
  Interval interval;      // symmetric around the difference; infinite when B is too small
  Interval simultaneous;  // holds for all pairs of the metric at once; with max-T only, else NaN
  uint64_t exceedances = 0;
  double p = 1;
  double p_adjusted = 1;
  double p_error = 0;                    // Monte-Carlo standard error of p; 0 when enumerated
  std::optional<double> p_sacrebleu_bs;  // p of sacreBLEU's --paired-bs rule on these resamples
  bool exact = false;                    // all swaps were enumerated
  bool significant = false;              // p_adjusted <= alpha
  // Shares of resamples that a wins, loses and ties (Koehn 2004); not probabilities of being
  // better.
  double wins = 0, losses = 0, ties = 0;
  double detectable = 0;  // the least true difference found with the asked power
  // Of H0, that the system is worse than the baseline by CompareOptions::margin or more.
  std::optional<double> p_margin, p_margin_adjusted;
  // Published estimate of how often people agree with a difference of this size, in percent.
  std::optional<double> human_agreement;
};

struct MetricComparison {
  std::string group;   // the group of these segments, if compared by group
  std::string metric;  // "BLEU"
  double scale = 100;  // a perfect score; 0: unknown
  bool higher_is_better = true;
  std::string signature;
  std::string test_signature;  // "test:bs|null:centred|...", for papers
  std::string equals;
  uint64_t units = 0;
  std::optional<double> design_effect;  // variance over documents / variance over segments
  std::vector<SystemEstimate> systems;  // in input order
  std::vector<PairTest> pairs;          // in input order: (0,1), (0,2), ...
};

struct Comparison {
  CompareOptions options;
  uint64_t segments = 0, skipped = 0, replaced = 0;
  uint64_t documents = 0, strata = 0;  // 0: not given
  std::string by;                      // what the segments are grouped by; empty: nothing
  std::vector<MetricComparison> metrics;
  std::optional<TableCells> table;  // when asked for
  std::optional<GateVerdict> gate;  // likewise
  std::vector<Warning> warnings;
};

// Settings of tests. Unset fields take the defaults of the request.
struct SignificanceOptions {
  std::optional<uint64_t> resamples;
  double alpha = 0.05;
  std::optional<Correction> correction;
  ClusterRule clusters = ClusterRule::kWmt;
  Unit unit = Unit::kSegment;
};

// Tests of pairs of systems. Unset fields take the defaults of CompareOptions or
// MetricChoice::compat.
struct PairTestOptions {
  std::vector<NamedFiles> systems;  // besides TextInputs::inputs
  bool drop_missing = false;        // pairs are tested on the segments that both have scores for
  std::string strata;               // a file with the stratum of each segment; empty: none
  std::optional<std::string> baseline;  // a system: only its pairs are tested
  bool gate = false;             // the answer says whether a system is worse than the baseline
  std::optional<double> margin;  // of the gate: no system may be worse by this much
  Sampling sampling = Sampling::kFull;
  Order order = Order::kGiven;
  std::optional<TestKind> test;
  std::optional<NullRule> null;
  std::optional<Generator> generator;
  std::optional<IntervalKind> interval;
};

// Resampling of row files on several machines. Each machine adds up a share of the blocks (of 4,096
// segments). A comparison of the same row files then uses these sums instead of resampling and
// gives the same bytes as one run. It may still choose options that do not change the sums: the
// baseline, the correction, alpha, intervals.
struct SumsOptions {
  std::optional<Shard> blocks;    // for CompareRun::WriteSums(): the share; unset: all blocks
  std::vector<std::string> sums;  // files that it wrote for all shares, or one merged from them
};

// One table of systems and metrics, as in papers, in text, LaTeX, Markdown and HTML.
struct TableOptions {
  std::optional<TableCells> table;  // nothing: tables of each metric and its pairs
};

struct CompareRequest : TextInputs,
                        MetricChoice,
                        RunOptions,
                        SeedOption,
                        OutsideOptions,
                        SignificanceOptions,
                        PairTestOptions,
                        SumsOptions,
                        TableOptions {};

// A checked request. Only one thread may use it at a time.
class CompareRun {
 public:
  // Returns a UsageError if the request is invalid. Reads the files of metrics, but no texts.
  static absl::StatusOr<CompareRun> Make(const CompareRequest& request);
  CompareRun(CompareRun&&) noexcept;
  CompareRun& operator=(CompareRun&&) noexcept;
  ~CompareRun();

  const CompareRequest& in_effect() const;  // the request with its defaults filled in
  const RunRecord& record() const;          // empty without texts
  // Reads everything and compares; call it once.
  absl::StatusOr<Comparison> Run();
  // For row files, instead of Run(): writes the sums that SumsOptions::blocks asks for. The file
  // appears only when it is complete.
  absl::Status WriteSums(const std::string& file);

 private:
  struct Plan;
  explicit CompareRun(std::unique_ptr<Plan> plan);
  std::unique_ptr<Plan> plan_;
};

// Both steps in one call.
absl::StatusOr<Comparison> Compare(const CompareRequest& request);

}  // namespace mtgauge
