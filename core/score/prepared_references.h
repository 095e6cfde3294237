// References that are tokenized and prepared once, for any number of hypotheses.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "core/base/status.h"
#include "core/contract/metric.h"
#include "core/score/job.h"
#include "core/score/stream_views.h"
#include "core/text/batch.h"

namespace mtgauge {

// The references of some segments under every metric of a job. Owns the texts, the views and the
// prepared references. Immutable: any number of threads may score against it.
class PreparedReferences {
 public:
  // Prepares the references of a batch, which must have the source text if a metric compares with
  // it; `names` are those of its streams, for messages. The job must outlive the result, and its
  // metrics must already have learnt what they need. Fails like Worker::Process().
  static Result<PreparedReferences> Make(const Job& job, const StreamNames& names, Batch batch);

  uint32_t segments() const { return batch_->segments; }
  const Prepared& of(size_t metric, uint32_t segment) const {
    return *prepared_[segment * metrics_ + metric];
  }

 private:
  PreparedReferences() = default;

  size_t metrics_ = 0;
  std::unique_ptr<Batch> batch_;                     // fixed address: the views point to it
  std::vector<StreamViews> views_;                   // [reference]
  std::unique_ptr<StreamViews> source_;              // what was translated, if the batch has it
  std::vector<std::unique_ptr<Prepared>> prepared_;  // [segment * metrics + metric]
};

// Scores hypotheses against prepared references. Not thread-safe; make one per thread. Reuses its
// memory.
class HypothesisScorer {
 public:
  explicit HypothesisScorer(const Job& job);  // the job must outlive it

  using TakeRow = std::function<void(uint32_t line, size_t metric, std::span<const int64_t> row)>;

  // `batch` has one stream of hypotheses and `names` its name. Line i belongs to segment
  // segment_of[i] of the references. Passes the rows to `take`, one metric after another. Fails on
  // invalid UTF-8 that the job does not mend, on a segment beyond a metric's budget, and if the
  // thread's work must stop (core/base/stop.h).
  Status Extract(const PreparedReferences& references, const StreamNames& names, Batch& batch,
                 std::span<const uint32_t> segment_of, const TakeRow& take);
  // Same as above for hypotheses with their own references, which are prepared only for this call:
  // line i of the hypotheses against line i of the batch's references.
  Status ExtractPairs(const StreamNames& names, Batch& batch, const TakeRow& take);
  // Returns the lines as a metric matches them: tokens separated by single spaces, or the text if
  // the metric has no tokens.
  Result<std::vector<std::string>> Tokenize(const StreamNames& names, Batch& batch, size_t metric);

 private:
  Status Cut(const StreamNames& names, Batch& batch);
  Status CutReferences(const StreamNames& names, const Batch& batch);
  // Passes on the rows of all lines. `prepared(metric, line)` returns the references of a line.
  template <typename PreparedOf>
  Status ExtractLines(const StreamNames& names, const Batch& batch, const PreparedOf& prepared,
                      const TakeRow& take);
  // Returns the first line at which the metric gave up, or the number of lines.
  template <typename PreparedOf>
  uint32_t ExtractMetric(size_t metric, uint32_t lines, const PreparedOf& prepared,
                         const TakeRow& take);

  const Job& job_;
  StreamViews views_;
  ViewStemmers stemmers_;
  std::vector<std::unique_ptr<Scratch>> scratch_;  // [metric]
  std::vector<SegmentView> hypothesis_;            // space for the views of one metric
  std::vector<int64_t> row_;
  // For ExtractPairs().
  std::vector<StreamViews> reference_views_;
  std::vector<SegmentView> room_;
  std::vector<std::unique_ptr<Prepared>> prepared_;  // [metric]
};

}  // namespace mtgauge
