// All pairs of a block of hypotheses and a block of references: every text is tokenized once, and
// every reference is prepared once.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "core/base/status.h"
#include "core/contract/metric.h"
#include "core/score/job.h"
#include "core/score/stream_views.h"
#include "core/text/batch.h"

namespace mtgauge {

// Texts under every view of a job. Immutable once made; any number of threads may read it. The job
// must outlive it.
class TextBlock {
 public:
  // The texts are the only stream of hypotheses in the batch; `name` is the stream's. Fails on
  // invalid UTF-8 unless the job replaces it, and if a tokenizer fails.
  static Result<TextBlock> Make(const Job& job, const std::string& name, Batch batch);

  uint32_t size() const { return batch_->segments; }
  // Returns a metric's views of a text, in `room` until the next call.
  std::span<const SegmentView> Views(size_t metric, uint32_t text,
                                     std::vector<SegmentView>& room) const;
  // For messages.
  ErrorPlace PlaceOf(uint32_t text) const;

 private:
  TextBlock(const Job& job, std::string name, Batch batch)
      : job_(&job),
        name_(std::move(name)),
        batch_(std::make_unique<Batch>(std::move(batch))),
        views_(std::make_unique<StreamViews>(job, TextRole::kHypothesis)) {}

  const Job* job_;
  std::string name_;
  std::unique_ptr<Batch> batch_;  // fixed address: the views point to it
  std::unique_ptr<StreamViews> views_;
};

// Texts as references, each on its own, under every metric of a job.
class ReferenceBlock {
 public:
  static ReferenceBlock Make(const Job& job, TextBlock texts);

  uint32_t size() const { return texts_.size(); }

 private:
  friend class PairScorer;
  struct OfMetric {
    std::unique_ptr<ReferenceTable> table;  // or else:
    std::vector<SegmentView> views;
    std::vector<std::unique_ptr<Prepared>> prepared;  // [reference]
  };
  explicit ReferenceBlock(TextBlock texts) : texts_(std::move(texts)) {}
  void Prepare(const Job& job, size_t metric);

  TextBlock texts_;
  std::vector<OfMetric> metrics_;
};

// All references of a group combined into one mean, under every metric of a job; the metrics must
// support means.
class MeanBlock {
 public:
  // `weights`: one per text; empty for equal weights. Fails on more text than a metric can take.
  static Result<MeanBlock> Make(const Job& job, std::vector<TextBlock> texts,
                                std::span<const double> weights);

 private:
  friend class PairScorer;
  std::vector<TextBlock> texts_;
  std::vector<std::unique_ptr<MeanReference>> means_;  // [metric]
};

// Not thread-safe; make one per thread. Reuses its memory.
class PairScorer {
 public:
  explicit PairScorer(const Job& job);  // the job must outlive it

  // Writes scores[r] for a hypothesis and reference r, from reference `from` on. The scores equal,
  // to the last bit, those of the pair as a segment of its own. Fails on a pair beyond the metric's
  // budget.
  Status Score(size_t metric, const TextBlock& hypotheses, uint32_t hypothesis,
               const ReferenceBlock& references, uint32_t from, double* scores);
  // Does the same for one pair, and prepares the reference for it alone.
  Result<double> ScorePair(size_t metric, const TextBlock& hypotheses, uint32_t hypothesis,
                           const TextBlock& references, uint32_t reference);
  double ScoreMean(size_t metric, const TextBlock& hypotheses, uint32_t hypothesis,
                   const MeanBlock& references);

 private:
  const Job& job_;
  std::vector<std::unique_ptr<Scratch>> scratch_;    // [metric]
  std::vector<std::unique_ptr<Prepared>> prepared_;  // [metric]
  std::vector<SegmentView> room_, reference_room_;
  std::vector<int64_t> rows_;
};

}  // namespace mtgauge
