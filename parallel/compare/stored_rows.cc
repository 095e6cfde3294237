// Decides whether rows can stay in their files.
#include "parallel/compare/stored_rows.h"

#include <algorithm>
#include <cstdint>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "core/rowfile/row_set.h"

namespace mtgauge {
namespace {

// Returns true if the comparison needs single rows. Blocks in files are read in order, once for
// every batch of resamples. A share of the sums only needs blocks.
bool NeedsSingleRows(const Job& job, const CompareSettings& settings) {
  if (settings.request.blocks) return false;
  const CompareOptions& options = settings.options;
  return options.generator != Generator::kMtg1 || options.interval == IntervalKind::kBca ||
         options.sampling == Sampling::kHalf || options.unit != Unit::kSegment ||
         !settings.request.documents.empty() || !settings.request.strata.empty() ||
         !settings.scores.empty() ||
         std::any_of(job.metrics().begin(), job.metrics().end(),
                     [](const MadeMetric& made) { return made.metric->Floats().has_value(); });
}

}  // namespace

Result<std::optional<KeptScores>> ScoreStoredRows(Job& job, Texts& texts,
                                                  const CompareSettings& settings,
                                                  const RunOptions& run) {
  const std::shared_ptr<const RowSet> rows = texts.rows();
  // With few units, all swaps may be enumerated, which needs single rows.
  if (rows == nullptr || rows->header().blocks() < 2 || NeedsSingleRows(job, settings)) {
    return std::optional<KeptScores>();
  }
  KeptScores kept;
  const auto skipped = std::make_shared<std::vector<uint64_t>>();
  kept.skipped.reserve(rows->header().segments);
  Sink sink;
  sink.deliver = [&](const Delivery& delivery) {
    for (uint32_t i = 0; i < delivery.count; ++i) {
      const bool left_out = !delivery.excluded.empty() && delivery.excluded[i] != 0;
      kept.skipped.push_back(left_out);
      if (left_out) skipped->push_back(delivery.first + i);
    }
    return OkStatus();
  };
  MTG_ASSIGN_OR_RETURN(kept.report, ScoreAll(job, texts, run, sink));
  // Row files of several systems may each skip different segments, and their sums then include
  // segments that are skipped here.
  if (!skipped->empty() && !rows->has_sums()) return std::optional<KeptScores>();
  const size_t metrics = job.metrics().size();
  for (size_t m = 0; m < metrics; ++m) {
    ComparedMetric metric = {
        DescribeMetric(job, m, std::to_string(job.names().refs.size())), {}, {}};
    metric.signature = kept.report.systems.front().scores[m].signature;
    for (size_t s = 0; s < job.names().hyps.size(); ++s) {
      const size_t cell = s * metrics + m;
      metric.rows.push_back(RowStore::Elsewhere(kept.report.segments, rows->header().sums[cell],
                                                [rows, skipped, cell](uint64_t block) {
                                                  return rows->KeptBlock(cell, block, *skipped);
                                                }));
    }
    kept.metrics.push_back(std::move(metric));
  }
  return std::optional(std::move(kept));
}

}  // namespace mtgauge
