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
  explicit RowKeeper(const Job& job) : job_(job) {
    for (size_t s = 0; s < job.names().hyps.size(); ++s) {
      for (const uint32_t width : job.widths()) stores_.emplace_back(width);
    }
  }

  // Must not outlive the keeper.
  Sink MakeSink() {
    Sink sink;
    sink.want_rows = true;
    sink.deliver = [this](const Delivery& delivery) {
      kept_of_delivery_.clear();
      for (uint32_t i = 0; i < delivery.count; ++i) {
        skipped_.push_back(!delivery.excluded.empty() && delivery.excluded[i] != 0);
        if (!skipped_.back()) kept_of_delivery_.push_back(i);
      }
      Keep(delivery, kept_of_delivery_);
      return absl::OkStatus();
    };
    return sink;
  }

  // These segments of the delivery, by rising number.
  void Keep(const Delivery& delivery, std::span<const uint32_t> segments) {
    for (const uint32_t i : segments) {
      const auto all = static_cast<uint32_t>(job_.names().refs.size());
      const uint32_t references = delivery.references.empty() ? all : delivery.references[i];
      min_refs_ = std::min(min_refs_, references);
      max_refs_ = std::max(max_refs_, references);
      if (delivery.documents.empty()) continue;
      const auto next = static_cast<uint32_t>(documents_.size());
      const auto document = documents_.try_emplace(delivery.documents[i], next).first;
      document_of_segment_.push_back(document->second);
    }
    for (size_t cell = 0; cell < stores_.size(); ++cell) {
      stores_[cell].Add(kept_, KeptRows(delivery, segments, cell));
    }
    kept_ += segments.size();
  }

  // [metric][system]
  std::vector<std::vector<RowStore>> TakeRows() {
    const size_t metrics = job_.widths().size();
    std::vector<std::vector<RowStore>> rows(metrics);
    for (size_t cell = 0; cell < stores_.size(); ++cell) {
      stores_[cell].Finish();
      rows[cell % metrics].push_back(std::move(stores_[cell]));
    }
    return rows;
  }
  // How many references the kept segments have, as signatures say it.
  std::string references() const {
    return min_refs_ == max_refs_ ? std::to_string(max_refs_) : "var";
  }
  uint64_t kept() const { return kept_; }
  const std::vector<bool>& skipped() const { return skipped_; }
  // Of the kept segments; empty where the inputs do not tell.
  const std::vector<uint32_t>& document_of_segment() const { return document_of_segment_; }

 private:
  std::span<const int64_t> KeptRows(const Delivery& delivery, std::span<const uint32_t> segments,
                                    size_t cell) {
    const std::span<const int64_t> rows = delivery.rows[cell];
    if (segments.size() == delivery.count) return rows;
    const size_t width = job_.widths()[cell % job_.widths().size()];
    buffer_.clear();
    for (const uint32_t i : segments) {
      const auto row = rows.subspan(i * width, width);
      buffer_.insert(buffer_.end(), row.begin(), row.end());
    }
    return buffer_;
  }

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
