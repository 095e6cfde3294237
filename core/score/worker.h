// A worker turns batches into rows and keeps running sums. The single-threaded program uses one
// worker in a loop; the parallel one uses several and merges them.
#pragma once

#include <cstdint>
#include <memory>
#include <string_view>
#include <vector>

#include "core/score/checks/text_check.h"
#include "core/score/job.h"
#include "core/score/stages.h"
#include "mtgauge/score.h"

namespace mtgauge {

// Everything that scoring adds up. Integers only, so the order of Merge() does not matter.
struct Totals {
  std::vector<std::vector<int64_t>> sums;  // [system * metrics + metric][column]
  std::vector<TextCheck> checks;           // per system
  uint64_t segments = 0, skipped = 0, replaced = 0;
  uint32_t min_refs = UINT32_MAX, max_refs = 0;  // references present per segment

  void Merge(const Totals& other);
};

// The output that the caller wants from each batch in addition to the totals.
struct BatchOutput {
  std::vector<SegmentScores>* segments = nullptr;  // filled if not null
  // rows[system * metrics + metric]: a row of that metric's width for each segment, or for each
  // candidate, one after another; filled if not null.
  std::vector<std::vector<int64_t>>* rows = nullptr;
  // floats[system * metrics + metric]: FloatOf() of every segment or candidate, if the metric has
  // Floats(); filled if not null.
  std::vector<std::vector<double>>* floats = nullptr;
  // [system * segments + segment]: scripts that CheckBatch() finds, if they matter; filled if not
  // null.
  std::vector<Script>* scripts = nullptr;
  TextFacts* facts = nullptr;  // filled if not null
  // Filled only by Recall(), if not null: KnownSegments::references.
  std::vector<uint32_t>* references = nullptr;
};

// Segments that were scored before, from a row file.
struct KnownSegments {
  std::vector<std::vector<int64_t>> rows;  // [system * metrics + metric], as in BatchOutput
  // [system * metrics + metric][column]: replaces the rows if only sums are needed
  std::vector<std::vector<int64_t>> sums;
  std::vector<TextMarks> marks;      // as in TextFacts
  std::vector<uint32_t> references;  // present per segment; empty: all
};

// Returns the tokenizers that split the job's texts into words, each once.
std::vector<WordCutter> WordCutters(const Job& job);
// Returns the name of a form of texts, of those in use, that drops marks; empty if there is none.
std::string_view FormWithoutMarks(const Job& job);

// Merges what one worker has learnt into that of the others; `into` may be empty.
void Merge(Surveys from, Surveys& into);

// Not thread-safe; make one per thread. Reuses its memory from batch to batch.
class Worker {
 public:
  // Adds the time of each stage to `stages`, which may be null.
  explicit Worker(const Job& job, StageTimes* stages = nullptr);
  ~Worker();
  Worker(Worker&&) noexcept;

  // Lets metrics learn from a batch's references, if they need to. Fails like Process() and skips
  // the same segments. Adds only the numbers of segments to the totals.
  Status Observe(Batch& batch);
  // Returns what the metrics have learnt and starts again.
  Surveys TakeSurveys();

  // Scores a batch. Fails, and leaves totals() invalid, on invalid UTF-8 (unless the job mends it),
  // naming file, line and byte; on a segment without any reference, or without the first if a
  // metric needs it; and on one beyond a metric's budget.
  Status Process(Batch& batch, BatchOutput output);

  // Takes segments that were scored before, without their texts: adds to the totals what Process()
  // added, except bytes and what was replaced, and fills the output likewise. Uses the batch's
  // numbers, names and exclusions.
  void Recall(const Batch& batch, const KnownSegments& known, BatchOutput output);

  const Totals& totals() const;

 private:
  struct State;
  std::unique_ptr<State> state_;
};

// The code of warnings about scores that say nothing.
inline constexpr std::string_view kNoScore = "no-score";
// Returns what the metrics say about scores that say nothing, once for all systems that share it.
// `sums` are those of a corpus, as in Totals.
std::vector<Warning> CautionsOf(const Job& job, const std::vector<std::vector<int64_t>>& sums);

// Returns what the metrics' options say of segments after the last (Metric::Beyond()).
std::vector<Warning> BeyondOf(const Job& job, uint64_t segments);

// Returns the report of merged totals. Leaves `threads_used` at 0.
Report MakeReport(const Job& job, const Totals& totals);

}  // namespace mtgauge
