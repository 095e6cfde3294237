// Turns deliveries into finished row stores.
#include "parallel/significance/kept_rows.h"

#include <algorithm>
#include <utility>

namespace mtgauge {

RowKeeper::RowKeeper(const Job& job) : job_(job) {
  for (size_t s = 0; s < job.names().hyps.size(); ++s) {
    for (const uint32_t width : job.widths()) stores_.emplace_back(width);
  }
}

Sink RowKeeper::MakeSink() {
  Sink sink;
  sink.want_rows = true;
  sink.deliver = [this](const Delivery& delivery) {
    kept_of_delivery_.clear();
    for (uint32_t i = 0; i < delivery.count; ++i) {
      skipped_.push_back(!delivery.excluded.empty() && delivery.excluded[i] != 0);
      if (!skipped_.back()) kept_of_delivery_.push_back(i);
    }
    Keep(delivery, kept_of_delivery_);
    return OkStatus();
  };
  return sink;
}

void RowKeeper::Keep(const Delivery& delivery, std::span<const uint32_t> segments) {
  for (const uint32_t i : segments) {
    const auto all = static_cast<uint32_t>(job_.names().refs.size());
    const uint32_t references = delivery.references.empty() ? all : delivery.references[i];
    min_refs_ = std::min(min_refs_, references);
    max_refs_ = std::max(max_refs_, references);
    const auto next = static_cast<uint32_t>(documents_.names.size());
    const auto [document, is_new] = numbers_.try_emplace(
        delivery.documents.empty() ? std::string() : delivery.documents[i], next);
    if (is_new) documents_.names.push_back(document->first);
    if (document->first.empty() && documents_.unnamed++ == 0) {
      documents_.first_unnamed = delivery.first + i + 1;
    }
    documents_.unit_of_segment.push_back(document->second);
  }
  for (size_t cell = 0; cell < stores_.size(); ++cell) {
    stores_[cell].Add(kept_, KeptRows(delivery, segments, cell));
  }
  kept_ += segments.size();
}

std::vector<std::vector<RowStore>> RowKeeper::TakeRows() {
  const size_t metrics = job_.widths().size();
  std::vector<std::vector<RowStore>> rows(metrics);
  for (size_t cell = 0; cell < stores_.size(); ++cell) {
    stores_[cell].Finish();
    rows[cell % metrics].push_back(std::move(stores_[cell]));
  }
  return rows;
}

std::string RowKeeper::references() const {
  return min_refs_ == max_refs_ ? std::to_string(max_refs_) : "var";
}

std::span<const int64_t> RowKeeper::KeptRows(const Delivery& delivery,
                                             std::span<const uint32_t> segments, size_t cell) {
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

Result<KeptScores> ScoreKeepingRows(const Job& job,
                                    const std::function<Result<Report>(const Sink&)>& score) {
  RowKeeper keeper(job);
  KeptScores kept;
  MTG_ASSIGN_OR_RETURN(kept.report, score(keeper.MakeSink()));
  std::vector<std::vector<RowStore>> rows = keeper.TakeRows();
  for (size_t m = 0; m < rows.size(); ++m) {
    ComparedMetric metric = {
        DescribeMetric(job, m, std::to_string(job.names().refs.size())), {}, {}};
    metric.signature = kept.report.systems.front().scores[m].signature;
    metric.rows = std::move(rows[m]);
    kept.metrics.push_back(std::move(metric));
  }
  kept.skipped = keeper.skipped();
  if (keeper.documents().unnamed < keeper.kept()) kept.documents = keeper.documents();
  return kept;
}

}  // namespace mtgauge
