// Corpus scores: the request and its result. The result is plain data, independent of any output
// format.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <variant>
#include <vector>

#include "mtgauge/options.h"
#include "mtgauge/run.h"
#include "mtgauge/status.h"
#include "mtgauge/visibility.h"

namespace MTGAUGE_PUBLIC mtgauge {

// A named value behind a score, for reports.
struct Detail {
  std::string name;
  std::variant<int64_t, double, std::vector<int64_t>, std::vector<double>> value;
};

struct Warning {
  std::string code;     // stable identifier: "tokenized"
  std::string system;   // empty if it concerns the whole run
  std::string message;  // one sentence that says what to do
};

// Results of sacreBLEU's resampling for a score.
struct Resampled {
  struct OrderInterval {
    double mean = 0;
    double half_width = 0;
  };
  uint64_t resamples = 0;
  uint64_t seed = 0;
  std::optional<OrderInterval> interval;  // of the bootstrap
  bool paired = false;                    // tested against the first system
  std::optional<double> p;                // absent for the first system itself
};

struct MetricScore {
  std::string metric;  // "BLEU"
  double score = 0;
  double scale = 100;
  bool higher_is_better = true;
  bool ranks = true;  // false if neither higher nor lower is better
  std::string signature;
  std::string equals;   // the tool that computes the same score; empty if there is none
  std::string verbose;  // details of the score in the reference tool's own format
  std::vector<Detail> details;
  std::optional<Resampled> resampled = std::nullopt;  // if requested
  // True if the details are shares of the segments and the score is one of them. A table has a line
  // for each.
  bool details_are_shares = false;
  std::string caution = {};  // why the score says nothing; empty if it is one
};

struct SystemReport {
  std::string name;
  std::vector<MetricScore> scores;
  // The references that this system was scored against, if they differ between systems.
  std::vector<std::string> references = {};
};

// The scores of one group of segments, scored as a small corpus.
struct GroupReport {
  std::string name;
  uint64_t segments = 0;
  std::vector<SystemReport> systems;
};

struct GroupedReport {
  std::string by;                   // what the segments are grouped by: "domain"
  std::vector<GroupReport> groups;  // in order of first appearance
  // Unweighted means of the groups' scores; empty if there are no groups.
  std::vector<SystemReport> macro;
};

// The answer of a gate. It passes only with kPass. kUndecided: a test could not show that the
// system is worse than the baseline, whatever the truth is.
enum class Verdict { kPass, kUndecided, kFail };

// One failed condition of a gate, for the message and for JSON.
struct GateFailure {
  std::string system, metric, signature;
  std::string group;  // empty for all segments
  // "bleu>=30"; empty if the condition is to be no worse than the baseline.
  std::string requirement;
  double value = 0;                  // the score, or the difference from the baseline
  std::optional<double> p_adjusted;  // of the difference from the baseline
  Verdict verdict = Verdict::kFail;
  std::string message;
  std::string remedy;  // of an undecided verdict
};
// The verdict of a gate, with every failure.
struct GateVerdict {
  std::vector<GateFailure> failures;

  // The worst verdict of the failures.
  Verdict verdict() const;
  // Returns a GateFailed error with one line that lists all failures, or OK if there are none.
  Status status() const;
};

struct Report {
  uint64_t segments = 0;  // number of scored segments
  uint64_t skipped = 0;   // segments left out (OnInvalid::kSkip)
  uint64_t replaced = 0;  // segments changed (OnInvalid::kReplace)
  std::vector<Warning> warnings;
  // Contains no scores if groups have different tokenizers or weights, because there is then no
  // common score.
  std::vector<SystemReport> systems;
  std::optional<GroupedReport> grouped = std::nullopt;  // if requested
  std::optional<GateVerdict> gate = std::nullopt;       // if requested
  uint32_t threads_used = 0;  // number of distinct threads that scored a batch
};

// The scores of one segment, or of one group (SegmentAnswer::by), for all systems and metrics.
struct SegmentScores {
  uint64_t index = 0;  // index in the whole corpus
  std::string id;      // if empty, the index is the id
  std::string document;
  bool excluded = false;
  // [system * metrics + metric], repeated for each candidate; empty if the segment is excluded.
  std::vector<double> scores;
};

// A required bound on scores, as in "bleu>=30" or "bleu>=baseline-0.5".
struct Requirement {
  enum class Relation { kAtLeast, kAbove, kAtMost, kBelow };
  std::string target;  // "bleu", or "SYSTEM:bleu" for one system
  Relation relation = Relation::kAtLeast;
  double bound = 0;
  bool from_baseline = false;  // the bound is added to the baseline's score
  std::string text;            // "bleu>=30", for messages
};
struct RequireOption {
  std::vector<Requirement> requirements;
};

// Options of scoring other than texts and metrics.
struct ScoreOptions {
  bool leave_one_out = false;  // also scores each reference against the other references
  // What the signatures of the scores must be, as mtgauge or sacreBLEU prints them; any if empty.
  std::vector<std::string> signatures;
  // sacreBLEU's resampling: bootstrap of one system; paired bootstrap of all systems against the
  // first; the same with approximate randomization.
  bool confidence = false, paired_bs = false, paired_ar = false;
  std::optional<uint64_t> confidence_n, paired_bs_n, paired_ar_n;
};

struct ScoreRequest : TextInputs,
                      MetricChoice,
                      RunOptions,
                      SeedOption,
                      ScoreOptions,
                      RequireOption,
                      PairListOption {};

// A checked request. Not thread-safe.
class ScoreRun : public RunOf<ScoreRun, ScoreRequest> {
 public:
  using RunOf::RunOf;

  // Reads the texts and scores them. Call it once.
  Result<Report> Run();
};

// Runs both steps: ScoreRun::Make() and Run().
Result<Report> Score(const ScoreRequest& request);

}  // namespace mtgauge
