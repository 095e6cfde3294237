// One worker: turns batches into rows and keeps running sums. The single-threaded program is one
// worker in a loop; the parallel one is several, merged.
#pragma once

#include <cstdint>
#include <memory>
#include <vector>

#include "core/score/checks/text_check.h"
#include "core/score/job.h"
#include "core/score/stages.h"
#include "mtgauge/score.h"

namespace mtgauge {

// Everything that scoring adds up. Integers only: Merge() in any order gives the same totals.
struct Totals {
  std::vector<std::vector<int64_t>> sums;  // [system * metrics + metric][column]
  std::vector<TextCheck> checks;           // per system
  uint64_t segments = 0, skipped = 0, replaced = 0;
  uint32_t min_refs = UINT32_MAX, max_refs = 0;  // references present, over segments

  void Merge(const Totals& other);
};

// What the caller wants from each batch besides the totals.
struct BatchOutput {
  std::vector<SegmentScores>* segments = nullptr;  // filled when not null
  // rows[system * metrics + metric]: `segments` rows of that metric's width, or as many as there
  // are candidates, one after another; filled when not null.
  std::vector<std::vector<int64_t>>* rows = nullptr;
  // floats[system * metrics + metric]: FloatOf() of every segment or candidate, where the metric
  // has Floats(); filled when not null.
  std::vector<std::vector<double>>* floats = nullptr;
  // [system * segments + segment]: what CheckBatch() finds, where it matters; filled when not null.
  std::vector<Script>* scripts = nullptr;
  TextFacts* facts = nullptr;  // filled when not null
  // By Recall() alone, when not null: KnownSegments::references.
  std::vector<uint32_t>* references = nullptr;
};

// Segments that were scored before, from a row file.
struct KnownSegments {
  std::vector<std::vector<int64_t>> rows;  // [system * metrics + metric], as BatchOutput's
  // [system * metrics + metric][column]: in place of rows where nothing but sums is wanted
  std::vector<std::vector<int64_t>> sums;
  std::vector<TextMarks> marks;      // as TextFacts'
  std::vector<uint32_t> references;  // present, of each segment; empty: all that there are
};

// The tokenizers that cut the job's texts into words.
std::vector<const TokenizerRow*> WordTokenizers(const Job& job);

// Into what other workers of the job have learnt, or into nothing yet.
void Merge(Surveys from, Surveys& into);

// Not thread-safe; make one per thread. Reuses its memory from batch to batch.
class Worker {
 public:
  // The time of each stage is added to `stages`, which may be null.
  explicit Worker(const Job& job, StageTimes* stages = nullptr);
  ~Worker();
  Worker(Worker&&) noexcept;

  // Lets metrics learn from a batch's references, if they need to. Fails like Process() and skips
  // the same segments. Adds only the numbers of segments to the totals.
  absl::Status Observe(Batch& batch);
  // Returns what they have learnt and starts again.
  Surveys TakeSurveys();

  // Scores a batch. Fails on invalid UTF-8 (unless the job mends it), naming file, line and byte,
  // on a segment without any reference or without the first where a metric needs that, or on one
  // that is beyond a metric's budget; totals() are void then.
  absl::Status Process(Batch& batch, BatchOutput output);

  // Takes segments that were scored before, without their texts: adds to the totals what Process()
  // added but for bytes and what was replaced, and fills the output likewise. Of the batch the
  // numbers, names and exclusions count.
  void Recall(const Batch& batch, const KnownSegments& known, BatchOutput output);

  const Totals& totals() const;

 private:
  struct State;
  std::unique_ptr<State> state_;
};

// The report of merged totals. `threads_used` is left 0.
Report MakeReport(const Job& job, const Totals& totals);

}  // namespace mtgauge
