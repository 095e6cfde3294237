// Scores of whole texts: the request, and the answer as plain data that says nothing about its
// layout.
#pragma once

#include <absl/status/statusor.h>

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <variant>
#include <vector>

#include "mtgauge/options.h"

namespace mtgauge {

// One named figure behind a score, for reports.
struct Detail {
  std::string name;
  std::variant<int64_t, double, std::vector<int64_t>, std::vector<double>> value;
};

struct Warning {
  std::string code;     // "tokenized", stable
  std::string system;   // empty: the whole job
  std::string message;  // one sentence with the remedy
};

// What sacreBLEU's resampling says about a score.
struct Resampled {
  struct OrderInterval {
    double mean = 0;
    double half_width = 0;
  };
  uint64_t resamples = 0;
  uint64_t seed = 0;
  std::optional<OrderInterval> interval;  // the bootstrap's
  bool paired = false;                    // tested against the first system
  std::optional<double> p;                // absent for the first system itself
};

struct MetricScore {
  std::string metric;  // "BLEU"
  double score = 0;
  double scale = 100;
  bool higher_is_better = true;
  std::string signature;
  std::string equals;   // empty: no tool computes this
  std::string verbose;  // the reference tool's own words behind the score
  std::vector<Detail> details;
  std::optional<Resampled> resampled = std::nullopt;  // when asked for
};

struct SystemReport {
  std::string name;
  std::vector<MetricScore> scores;
  // The references it was scored against, if they differ between systems.
  std::vector<std::string> references = {};
};

// The scores of one group of segments, as of a small corpus.
struct GroupReport {
  std::string name;
  uint64_t segments = 0;
  std::vector<SystemReport> systems;
};

struct GroupedReport {
  std::string by;                   // what they are groups by: "domain"
  std::vector<GroupReport> groups;  // by first appearance
  // Unweighted means of the groups' scores; empty without a group.
  std::vector<SystemReport> macro;
};

// The verdict of a gate: every failure, for the message and for JSON.
struct GateFailure {
  std::string system, metric, signature;
  std::string group;                 // empty: all segments
  std::string requirement;           // "bleu>=30"; empty: to be no worse than the baseline
  double value = 0;                  // the score; from the baseline, the difference
  std::optional<double> p_adjusted;  // from the baseline
  std::string message;
};
struct GateVerdict {
  std::string option;  // that asked for it: "require"
  std::vector<GateFailure> failures;

  // GateFailed names every failure on one line.
  absl::Status status() const;
};

struct Report {
  uint64_t segments = 0;  // scored
  uint64_t skipped = 0;   // left out by --on-invalid skip
  uint64_t replaced = 0;  // segments changed by --on-invalid replace
  std::vector<Warning> warnings;
  // Without scores if groups have different tokenizers or weights, and so no common score.
  std::vector<SystemReport> systems;
  std::optional<GroupedReport> grouped = std::nullopt;  // when asked for
  std::optional<GateVerdict> gate = std::nullopt;       // likewise
  uint32_t threads_used = 0;                            // distinct threads that scored a batch
};

// One segment of one system under every metric, for the `segments` verb.
struct SegmentScores {
  uint64_t index = 0;  // global
  std::string id;      // empty: the index
  std::string document;
  bool excluded = false;
  // [system * metrics + metric], and so for each candidate in turn; empty when excluded.
  std::vector<double> scores;
};

// A bound on scores, as in "bleu>=30".
struct Requirement {
  enum class Relation { kAtLeast, kAbove, kAtMost, kBelow };
  std::string target;  // "bleu", or "SYSTEM:bleu" for one system
  Relation relation = Relation::kAtLeast;
  double bound = 0;
  std::string text;  // "bleu>=30", for messages
};

// Options of scores besides texts and metrics.
struct ScoreOptions {
  bool leave_one_out = false;  // each reference is scored against the others, too
  // sacreBLEU's resampling: of one system; of all against the first; the same by shuffling.
  bool confidence = false, paired_bs = false, paired_ar = false;
  std::optional<uint64_t> confidence_n, paired_bs_n, paired_ar_n;
  std::vector<Requirement> requirements;
};

struct ScoreRequest : TextInputs, MetricChoice, RunOptions, SeedOption, ScoreOptions {};

// A checked request. Only one thread may use it at a time.
class ScoreRun {
 public:
  // Returns a UsageError if the request is invalid. Reads the files of metrics, but no texts.
  static absl::StatusOr<ScoreRun> Make(const ScoreRequest& request);
  ScoreRun(ScoreRun&&) noexcept;
  ScoreRun& operator=(ScoreRun&&) noexcept;
  ~ScoreRun();

  const ScoreRequest& in_effect() const;  // the request with its defaults filled in
  const RunRecord& record() const;
  // Reads the texts and scores them; call it once.
  absl::StatusOr<Report> Run();

 private:
  struct Plan;
  explicit ScoreRun(std::unique_ptr<Plan> plan);
  std::unique_ptr<Plan> plan_;
};

// Both steps in one call.
absl::StatusOr<Report> Score(const ScoreRequest& request);

}  // namespace mtgauge
