// From deliveries to finished row stores.
#include "parallel/compare/kept_rows.h"

#include <utility>

namespace mtgauge {

absl::StatusOr<KeptScores> ScoreKeepingRows(
    const Job& job, const std::function<absl::StatusOr<Report>(const Sink&)>& score) {
  RowKeeper keeper(job);
  KeptScores kept;
  MTG_ASSIGN_OR_RETURN(kept.report, score(keeper.MakeSink()));
  std::vector<std::vector<RowStore>> rows = keeper.TakeRows();
  for (size_t m = 0; m < rows.size(); ++m) {
    ComparedMetric metric = DescribeMetric(job, m, std::to_string(job.names().refs.size()));
    metric.signature = kept.report.systems.front().scores[m].signature;
    metric.rows = std::move(rows[m]);
    kept.metrics.push_back(std::move(metric));
  }
  kept.skipped = keeper.skipped();
  kept.document_of_segment = keeper.document_of_segment();
  return kept;
}

}  // namespace mtgauge
