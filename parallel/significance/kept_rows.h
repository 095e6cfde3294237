// Keeps the rows of every segment of a scoring run, for later computations.
#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <span>
#include <string>
#include <vector>

#include "core/base/status.h"
#include "core/input/tables/unit_table.h"
#include "core/score/delivery.h"
#include "core/score/job.h"
#include "core/stats/row_store.h"
#include "mtgauge/score.h"
#include "parallel/significance/comparer.h"

namespace mtgauge {

// Collects the rows of every system and metric of a job as they are delivered.
class RowKeeper {
 public:
  explicit RowKeeper(const Job& job);

  // Returns a sink that keeps all segments. It must not outlive the keeper.
  Sink MakeSink();
  // Keeps these segments of the delivery, in increasing order.
  void Keep(const Delivery& delivery, std::span<const uint32_t> segments);
  // Returns the rows: [metric][system].
  std::vector<std::vector<RowStore>> TakeRows();
  // Returns the number of references of the kept segments, as written in signatures.
  std::string references() const;
  uint64_t kept() const { return kept_; }
  const std::vector<bool>& skipped() const { return skipped_; }
  // Of the kept segments; all are unnamed if the inputs do not name documents.
  const UnitTable& documents() const { return documents_; }

 private:
  std::span<const int64_t> KeptRows(const Delivery& delivery, std::span<const uint32_t> segments,
                                    size_t cell);

  const Job& job_;
  std::vector<RowStore> stores_;  // [system * metrics + metric]
  std::vector<bool> skipped_;
  std::map<std::string, uint32_t> numbers_;  // of documents
  UnitTable documents_;
  uint64_t kept_ = 0;
  uint32_t min_refs_ = UINT32_MAX, max_refs_ = 0;
  std::vector<uint32_t> kept_of_delivery_;
  std::vector<int64_t> buffer_;
};

// The report of a scoring run, and the rows of its segments without skipped ones.
struct KeptScores {
  Report report;
  std::vector<ComparedMetric> metrics;  // point into the job
  std::vector<bool> skipped;            // [segment of the input]
  UnitTable documents;  // of the kept segments; empty if the inputs do not name documents
};
// `score` must run the job and deliver to the given sink.
Result<KeptScores> ScoreKeepingRows(const Job& job,
                                    const std::function<Result<Report>(const Sink&)>& score);

}  // namespace mtgauge
