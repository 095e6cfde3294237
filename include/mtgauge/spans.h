// Evaluation of error spans: compares the spans that a program marks in translations with those
// that people marked. The measures are those of Perrella et al. (2026, arXiv 2603.19921).
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "mtgauge/compare.h"
#include "mtgauge/options.h"
#include "mtgauge/run.h"
#include "mtgauge/score.h"
#include "mtgauge/status.h"
#include "mtgauge/table.h"
#include "mtgauge/visibility.h"

namespace MTGAUGE_PUBLIC mtgauge {

// What a pair of a predicted and a gold span contributes: the shares of both that overlap (MPP),
// one if they overlap (MP), one if they are equal (EM), or the characters that both have (WMT25).
enum class SpanMeasure { kMpp, kMp, kEm, kWmt25 };
// Whether a span has at most one partner, chosen for the best score or greedily by overlap, or any
// number of them.
enum class SpanMatching { kOneToOne, kGreedy, kManyToMany };
// The score of all outputs together, or the mean over outputs.
enum class SpanAverage { kMicro, kMacro };
// Whether the end of a span is the place of its last character, or the place after it.
enum class SpanEnd { kInclusive, kExclusive };

struct GoldSpans {
  std::vector<std::string> golds;  // files with the spans of people
};

struct SpanOptions {
  std::optional<SpanMeasure> span_measure;
  std::optional<SpanMatching> span_matching;
  SpanAverage span_average = SpanAverage::kMicro;
  std::optional<double> severity_penalty;  // from 0 to 1
  std::string severity_weights;            // "minor:1 major:5"; all equal if empty
  std::optional<SpanEnd> span_end;         // what the format says if unset
  bool by_category = false;
  bool common_outputs = false;  // leaves out outputs that only some files have
  std::string shared_task;      // "wmt25": the figure of this shared task; empty for none
};

// The systems are TextInputs::inputs, NAME=FILE: programs that predict error spans. The outputs
// that they judge are of machine translation systems.
struct SpansRequest : TextInputs,
                      RunOptions,
                      SeedOption,
                      SignificanceOptions,
                      PairTestOptions,
                      GoldSpans,
                      SpanOptions {};

// Figures of one program over some spans. Precision is a share of what it predicts, recall a share
// of what people marked. Both are 1 if there is nothing to count.
struct SpanScores {
  double precision = 1, recall = 1, f1 = 1;
  double right_predicted = 0, predicted = 0;  // numerator and denominator of precision
  double right_gold = 0, gold = 0;            // of recall
  uint64_t predicted_spans = 0, gold_spans = 0;
};

// Spans of one category. Precision is undefined if the program predicts no such span, and recall
// if people marked none.
struct SpanCategory {
  std::string category;
  std::optional<double> precision, recall;
  uint64_t predicted_spans = 0, gold_spans = 0;
};

struct SpanSystem {
  std::string group;  // language pair; empty if there is only one
  std::string name;
  SpanScores scores;
  std::vector<SpanCategory> categories;  // if requested; sorted by name
};

struct SpansAnswer {
  // F1 of all systems with intervals and tests; one metric for each language pair.
  Comparison comparison;
  std::vector<SpanSystem> systems;  // by group, in input order
  std::vector<SpanSystem> means;    // over language pairs, if there are several; counts are sums
  uint64_t outputs = 0;             // judged outputs; several judgements of one count separately
  uint64_t segments = 0;            // segments that they are outputs of
  std::vector<Warning> warnings;    // includes those of the comparison
};

// A checked request. Not thread-safe.
class SpansRun : public RunOf<SpansRun, SpansRequest> {
 public:
  using RunOf::RunOf;

  // Reads all files, and evaluates the systems. Call it once.
  Result<SpansAnswer> Run();
};

// Runs both steps: SpansRun::Make() and Run().
Result<SpansAnswer> EvaluateSpans(const SpansRequest& request);

// A line for each figure of each system, category and pair.
Table TableOf(const SpansAnswer& answer);

}  // namespace mtgauge
