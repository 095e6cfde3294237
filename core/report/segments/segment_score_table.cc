// The columns of segment scores.
#include "core/report/segments/segment_score_table.h"

#include <fmt/format.h>

#include <charconv>
#include <set>
#include <system_error>
#include <utility>

#include "core/base/printing.h"
#include "core/score/metric_labels.h"
#include "core/score/unit_scale.h"
#include "core/text/utf8.h"

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
    : job_(job),
      by_group_(options.by_group),
      details_(details),
      unit_scale_(options.unit_scale),
      labels_(std::move(labels)) {
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

std::optional<int64_t> SegmentScoreTable::WholeOf(std::string_view id) {
  int64_t number = 0;
  const char* const end = id.data() + id.size();
  const auto [stop, error] = std::from_chars(id.data(), end, number);
  const bool is_whole = error == std::errc() && stop == end && std::to_string(number) == id;
  return is_whole ? std::optional(number) : std::nullopt;
}

Status SegmentScoreTable::CheckIds(const Delivery& delivery) const {
  if (by_group_) return OkStatus();
  for (const SegmentScores& segment : delivery.segments) {
    const bool late_id = !delivery.has_ids && !segment.id.empty();
    if (late_id || (!delivery.has_documents && !segment.document.empty())) {
      return InputError({.segment = segment.index},
                        fmt::format("segment {} has {} '{}', but the first segment has none, and "
                                    "the table has the columns that the first one needs",
                                    segment.index + 1, late_id ? "the id" : "the document",
                                    Printable(late_id ? segment.id : segment.document)),
                        "give all segments one, or choose the format jsonl");
    }
    if (!labels_.whole_ids || segment.id.empty() || WholeOf(segment.id)) continue;
    return InputError(
        {.segment = segment.index},
        fmt::format("segment {}: the id '{}' is not a whole number, but those before it are, by "
                    "the type of their column",
                    segment.index + 1, Printable(segment.id)),
        "give the ids of all files one type");
  }
  return OkStatus();
}

Status SegmentScoreTable::CheckNames() const {
  std::set<std::string> taken;
  for (const TableColumn& column : Columns(true, true)) {
    const std::string name = ReplaceInvalidUtf8(column.name);
    if (taken.insert(name).second) continue;
    return UsageError(fmt::format("there would be two columns '{}'", Printable(name)),
                      "name the systems in other ways, as in NAME=FILE, or keep other fields");
  }
  return OkStatus();
}

std::map<std::string, std::string> SegmentScoreTable::Signatures() const {
  std::map<std::string, std::string> signatures;
  const std::vector<std::string> metrics = MetricLabels(job_);
  for (size_t m = 0; m < metrics.size(); ++m) {
    const std::string whole = job_.Signature(m, "") + std::string(unit_scale_ ? kUnitScaleKey : "");
    signatures[metrics[m]] = whole.substr(whole.find('|') + 1);
  }
  return signatures;
}

}  // namespace mtgauge
