// The columns of segment scores.
#include "core/report/segments/segment_score_table.h"

#include <utility>

#include "core/report/forms/json_output.h"
#include "core/score/metric_labels.h"

namespace mtgauge {

std::vector<std::string> KeptValues(const Delivery& delivery, size_t i, size_t fields) {
  if (fields == 0) return {};
  if (i >= delivery.groups.size() || delivery.groups[i].empty()) {
    return std::vector<std::string>(fields);
  }
  return SplitValues(delivery.groups[i], fields);
}

SegmentScoreTable::SegmentScoreTable(const Job& job, const WriteOptions& options,
                                     SegmentLabels labels, bool details)
    : job_(job), by_group_(options.by_group), details_(details), labels_(std::move(labels)) {
  const std::vector<std::string> metrics = MetricLabels(job);
  for (const std::string& system : labels_.systems) {
    for (size_t m = 0; m < metrics.size(); ++m) {
      scores_.push_back({system + ':' + metrics[m]});
      if (!details_) continue;
      const std::string score = scores_.back().name;
      for (const TableColumn& detail : DetailColumns(job, m)) {
        scores_.push_back({score + ':' + detail.name, detail.type});
      }
    }
  }
}

std::vector<TableColumn> SegmentScoreTable::Columns(bool ids, bool documents) const {
  using enum ColumnType;
  std::vector<TableColumn> columns;
  if (!by_group_) {
    columns.push_back({"segment", kWhole});
    if (ids) columns.push_back({"id", labels_.whole_ids ? kWhole : kText});
    if (documents) columns.push_back({"document", kText});
    for (const std::string& field : labels_.kept) columns.push_back({field, kText});
  } else if (labels_.fields.size() < 2) {
    columns.push_back({"group", kText});
  } else {
    for (const std::string& field : labels_.fields) columns.push_back({"group:" + field, kText});
  }
  columns.insert(columns.end(), scores_.begin(), scores_.end());
  return columns;
}

std::string SegmentScoreTable::Signatures() const {
  Json signatures = Json::object();
  const std::vector<std::string> metrics = MetricLabels(job_);
  for (size_t m = 0; m < metrics.size(); ++m) signatures[metrics[m]] = job_.Settings(m);
  return DumpJson(signatures, -1);
}

}  // namespace mtgauge
