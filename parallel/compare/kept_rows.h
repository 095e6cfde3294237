// The rows of every segment of a scoring run, kept for what is computed from them afterwards.
#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <span>
#include <string>
#include <vector>

#include "core/base/status.h"
#include "core/score/job.h"
#include "core/stats/row_store.h"
#include "mtgauge/score.h"
#include "parallel/comparer.h"
#include "parallel/scorer.h"

namespace mtgauge {

// Keeps the rows of every system and metric of a job as they are delivered.
class RowKeeper {
 public:
  explicit RowKeeper(const Job& job);

  // Must not outlive the keeper.
  Sink MakeSink();
  // These segments of the delivery, by rising number.
  void Keep(const Delivery& delivery, std::span<const uint32_t> segments);
  // [metric][system]
  std::vector<std::vector<RowStore>> TakeRows();
  // How many references the kept segments have, as signatures say it.
  std::string references() const;
  uint64_t kept() const { return kept_; }
  const std::vector<bool>& skipped() const { return skipped_; }
  // Of the kept segments; empty where the inputs do not tell.
  const std::vector<uint32_t>& document_of_segment() const { return document_of_segment_; }

 private:
  std::span<const int64_t> KeptRows(const Delivery& delivery, std::span<const uint32_t> segments,
                                    size_t cell);

  const Job& job_;
  std::vector<RowStore> stores_;  // [system * metrics + metric]
  std::vector<bool> skipped_;
  std::map<std::string, uint32_t> documents_;
  std::vector<uint32_t> document_of_segment_;
  uint64_t kept_ = 0;
  uint32_t min_refs_ = UINT32_MAX, max_refs_ = 0;
  std::vector<uint32_t> kept_of_delivery_;
  std::vector<int64_t> buffer_;
};

// A finished scoring run and the rows of its segments, without those that were skipped.
struct KeptScores {
  Report report;
  std::vector<ComparedMetric> metrics;  // refer to the job
  std::vector<bool> skipped;            // [segment of the input]
  // Dense numbers of the documents of the kept segments; empty: the inputs do not tell.
  std::vector<uint32_t> document_of_segment;
};
// `score` runs the job and delivers to the sink that it is given.
absl::StatusOr<KeptScores> ScoreKeepingRows(
    const Job& job, const std::function<absl::StatusOr<Report>(const Sink&)>& score);

}  // namespace mtgauge
