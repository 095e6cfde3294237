// Adds up rows by group.
#include "core/score/group_sums.h"

#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <utility>

#include "core/base/wrapping.h"
#include "core/score/unit_scale.h"

namespace mtgauge {

size_t GroupSums::Find(const std::string& group) {
  if (last_ < sums_.segments.size() && sums_.segments[last_].document == group) return last_;
  const auto [found, is_new] = numbers_.try_emplace(group, sums_.segments.size());
  last_ = found->second;
  if (!is_new) return last_;
  SegmentScores fresh;
  fresh.index = last_;
  fresh.document = group;
  fresh.excluded = true;
  sums_.segments.push_back(std::move(fresh));
  counts_.emplace_back();
  for (size_t cell = 0; cell < sums_.rows.size(); ++cell) {
    sums_.rows[cell].resize((last_ + 1) * WidthOf(cell));
  }
  return last_;
}

void GroupSums::Add(const Delivery& delivery, uint32_t i, const std::string& group) {
  const size_t number = Find(group);
  Counts& counts = counts_[number];
  if (!delivery.excluded.empty() && delivery.excluded[i] != 0) {
    ++counts.skipped;
    return;
  }
  sums_.segments[number].excluded = false;
  const uint32_t references = delivery.references.empty()
                                  ? static_cast<uint32_t>(job_->names().refs.size())
                                  : delivery.references[i];
  ++counts.segments;
  counts.min_refs = std::min(counts.min_refs, references);
  counts.max_refs = std::max(counts.max_refs, references);
  for (size_t cell = 0; cell < sums_.rows.size(); ++cell) {
    const size_t width = WidthOf(cell);
    const int64_t* row = delivery.rows[cell].data() + i * width;
    int64_t* sums = sums_.rows[cell].data() + number * width;
    for (size_t c = 0; c < width; ++c) sums[c] = WrappingSum(sums[c], row[c]);
    const Metric& metric = *job_->metrics()[cell % job_->metrics().size()].metric;
    if (const auto columns = metric.Floats()) {
      int64_t& sum = sums[columns->sum];
      sum = std::bit_cast<int64_t>(std::bit_cast<double>(sum) + metric.FloatOf({row, width}));
    }
  }
}

Totals GroupSums::TotalsOf(size_t group) const {
  Totals totals;
  for (size_t cell = 0; cell < sums_.rows.size(); ++cell) {
    const std::span<const int64_t> sums = SumsOf(group, cell);
    totals.sums.emplace_back(sums.begin(), sums.end());
  }
  totals.checks.resize(job_->names().hyps.size());
  totals.segments = counts_[group].segments;
  totals.skipped = counts_[group].skipped;
  totals.min_refs = counts_[group].min_refs;
  totals.max_refs = counts_[group].max_refs;
  return totals;
}

Delivery GroupSums::Score(size_t group, const std::vector<const Metric*>& metrics,
                          bool unit_scale) const {
  Delivery scored;
  scored.count = 1;
  scored.segments = {sums_.segments[group]};
  SegmentScores& scores = scored.segments.front();
  for (size_t cell = 0; cell < sums_.rows.size(); ++cell) {
    const std::span<const int64_t> sums = SumsOf(group, cell);
    scored.rows.emplace_back(sums.begin(), sums.end());
    if (scores.excluded) continue;
    scores.scores.push_back(metrics[cell % metrics.size()]->Score(sums, Level::kCorpus));
  }
  if (unit_scale && !scores.excluded) ToUnitScale(*job_, scores.scores);
  return scored;
}

Status AddByDocument(const Delivery& delivery, GroupSums& sums) {
  for (uint32_t i = 0; i < delivery.count; ++i) {
    const SegmentScores& segment = delivery.segments[i];
    if (segment.document.empty()) {
      return InputError({.segment = segment.index, .option = "documents"},
                        fmt::format("segment {} has no document", segment.index + 1),
                        "name a file with the document of each segment, as in `documents` FILE");
    }
    sums.Add(delivery, i, segment.document);
  }
  return OkStatus();
}

std::vector<const Metric*> MetricsOf(const Job& job) {
  std::vector<const Metric*> metrics;
  for (const MadeMetric& made : job.metrics()) metrics.push_back(made.metric.get());
  return metrics;
}

}  // namespace mtgauge
