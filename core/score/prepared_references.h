// References that are cut and prepared once, for any number of hypotheses.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "core/base/status.h"
#include "core/metric/metric.h"
#include "core/score/job.h"
#include "core/score/stream_views.h"
#include "core/text/batch.h"

namespace mtgauge {

// The references of some segments under every metric of a job. Owns the texts, the views and what
// the metrics made of them. Immutable: any number of threads may score against it.
class PreparedReferences {
 public:
  // The references of a batch; `names` are those of its streams, for messages. The job must outlive
  // what is made, and must have learnt what its metrics learn. Fails as Worker::Process() does.
  static absl::StatusOr<PreparedReferences> Make(const Job& job, const StreamNames& names,
                                                 Batch batch);

  uint32_t segments() const { return batch_->segments; }
  const Prepared& of(size_t metric, uint32_t segment) const {
    return *prepared_[segment * metrics_ + metric];
  }

 private:
  PreparedReferences() = default;

  size_t metrics_ = 0;
  std::unique_ptr<Batch> batch_;                     // keeps its place: the views point to it
  std::vector<StreamViews> views_;                   // [reference]
  std::vector<std::unique_ptr<Prepared>> prepared_;  // [segment * metrics + metric]
};

// Scores hypotheses against prepared references. Not thread-safe: one per thread. Reuses its
// memory.
class HypothesisScorer {
 public:
  explicit HypothesisScorer(const Job& job);  // the job must outlive it

  using TakeRow = std::function<void(uint32_t line, size_t metric, std::span<const int64_t> row)>;

  // `batch` has one stream of hypotheses, `names` its name. Line i of it belongs to segment
  // segment_of[i] of the references. Hands on the rows, all of one metric after the other. Fails on
  // invalid UTF-8 that the job does not mend, and on a segment beyond a metric's budget.
  absl::Status Extract(const PreparedReferences& references, const StreamNames& names, Batch& batch,
                       std::span<const uint32_t> segment_of, const TakeRow& take);
  // The same of hypotheses beside their references, which are prepared for this once: line i of the
  // hypotheses against line i of the batch's references.
  absl::Status ExtractPairs(const StreamNames& names, Batch& batch, const TakeRow& take);
  // The lines as a metric matches them: tokens with single spaces between them, or the text where
  // it has none.
  absl::StatusOr<std::vector<std::string>> Tokenize(const StreamNames& names, Batch& batch,
                                                    size_t metric);

 private:
  absl::Status Cut(const StreamNames& names, Batch& batch);
  absl::Status CutReferences(const StreamNames& names, const Batch& batch);
  // Hands on the rows of all lines. `prepared(metric, line)` are the references of a line.
  template <typename PreparedOf>
  absl::Status ExtractLines(const StreamNames& names, const Batch& batch,
                            const PreparedOf& prepared, const TakeRow& take);
  // The first line that is beyond the metric's budget, or the number of lines.
  template <typename PreparedOf>
  uint32_t ExtractMetric(size_t metric, uint32_t lines, const PreparedOf& prepared,
                         const TakeRow& take);

  const Job& job_;
  StreamViews views_;
  ViewStemmers stemmers_;
  std::vector<std::unique_ptr<Scratch>> scratch_;  // [metric]
  std::vector<SegmentView> hypothesis_;            // room for the views of one metric
  std::vector<int64_t> row_;
  // Of ExtractPairs().
  std::vector<StreamViews> reference_views_;
  std::vector<SegmentView> room_;
  std::vector<std::unique_ptr<Prepared>> prepared_;  // [metric]
};

}  // namespace mtgauge
