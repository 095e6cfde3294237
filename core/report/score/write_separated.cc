// Writes segment scores with separators, a header and all digits; and the table of a report.
#include <fmt/format.h>

#include "core/base/printing.h"
#include "core/input/group_values.h"
#include "core/report/forms/separated.h"
#include "core/report/score/group_means.h"
#include "core/report/score/report_writer.h"
#include "core/score/delivery.h"
#include "core/score/metric_labels.h"
#include "core/score/segment_details.h"

namespace mtgauge {
namespace {

// Writes "segment", id and document if the first segment has them, and a column for each score and,
// optionally, for each of its details.
class SeparatedSegmentWriter final : public SegmentWriter {
 public:
  SeparatedSegmentWriter(const Separation& separation, const Job& job, const WriteOptions& options,
                         const SegmentLabels& called, bool details)
      : separation_(separation),
        job_(job),
        by_group_(options.by_group),
        details_(details),
        by_(called.fields) {
    const std::vector<std::string> labels = MetricLabels(job);
    for (const std::string& system : called.systems) {
      for (size_t m = 0; m < labels.size(); ++m) {
        columns_.push_back(system + ':' + labels[m]);
        if (!details_) continue;
        const std::string score = columns_.back();
        for (const std::string& detail : DetailColumns(job, m)) {
          columns_.push_back(score + ':' + detail);
        }
      }
    }
  }

  std::string Head(bool ids, bool documents) const override {
    std::vector<std::string> names =
        by_group_ ? GroupColumns() : std::vector<std::string>{"segment"};
    if (ids && !by_group_) names.emplace_back("id");
    if (documents && !by_group_) names.emplace_back("document");
    names.insert(names.end(), columns_.begin(), columns_.end());
    std::string head;
    for (const std::string& name : names) AppendText(name, head);
    head.back() = '\n';
    return head;
  }

  bool WantsRows() const override { return details_; }

  void Append(const Delivery& delivery, std::string& out) const override {
    for (size_t i = 0; i < delivery.segments.size(); ++i) {
      const SegmentScores& segment = delivery.segments[i];
      if (by_group_) {
        for (const std::string& value : SplitValues(segment.document, by_.size())) {
          AppendText(value, out);
        }
      } else {
        AppendNames(delivery, segment, out);
      }
      if (segment.excluded) {
        for (size_t column = 0; column < columns_.size(); ++column) {
          out += separation_.skipped;
          out += separation_.separator;
        }
      } else {
        AppendScores(delivery, i, out);
      }
      out.back() = '\n';
    }
  }

 private:
  // The columns of a group's name: one, or one for each of several fields.
  std::vector<std::string> GroupColumns() const {
    if (by_.size() < 2) return {"group"};
    std::vector<std::string> columns;
    for (const std::string& field : by_) columns.push_back("group:" + field);
    return columns;
  }

  // Each field ends with a separator; that of the last one becomes the end of the line.
  void AppendText(std::string_view text, std::string& out) const {
    out += separation_.field(text);
    out += separation_.separator;
  }
  void AppendNumber(int64_t value, std::string& out) const {
    out += std::to_string(value);
    out += separation_.separator;
  }
  void AppendNumber(double value, std::string& out) const {
    AppendDouble(value, out);
    out += separation_.separator;
  }
  template <typename Number>
  void AppendNumber(const std::vector<Number>& values, std::string& out) const {
    for (const Number value : values) AppendNumber(value, out);
  }

  void AppendScores(const Delivery& delivery, size_t i, std::string& out) const {
    const std::vector<double>& scores = delivery.segments[i].scores;
    for (size_t cell = 0; cell < scores.size(); ++cell) {
      AppendNumber(scores[cell], out);
      if (!details_) continue;
      for (const Detail& detail : DetailsOf(job_, delivery, i, cell)) {
        std::visit([&](const auto& value) { AppendNumber(value, out); }, detail.value);
      }
    }
  }

  void AppendNames(const Delivery& delivery, const SegmentScores& segment, std::string& out) const {
    AppendNumber(static_cast<int64_t>(segment.index) + 1, out);
    if (delivery.has_ids) AppendText(segment.id, out);
    if (delivery.has_documents) AppendText(segment.document, out);
  }

  const Separation& separation_;
  const Job& job_;
  bool by_group_, details_;
  std::vector<std::string> by_;       // the fields of the groups
  std::vector<std::string> columns_;  // per system and metric
};

using Line = std::vector<TableCell>;

// `head` is the cells before the system's.
void AppendScores(const std::vector<SystemReport>& systems, const Line& head, Table& table) {
  for (const SystemReport& system : systems) {
    for (const MetricScore& score : system.scores) {
      Line& line = table.lines.emplace_back(head);
      line.insert(line.end(), {system.name, score.metric, score.score, score.signature});
      if (!score.resampled) continue;
      const auto& interval = score.resampled->interval;
      line.push_back(interval ? TableCell(interval->mean) : TableCell());
      line.push_back(interval ? TableCell(interval->half_width) : TableCell());
      line.push_back(score.resampled->p ? TableCell(*score.resampled->p) : TableCell());
    }
  }
}

// Appends what the scores are over, the group's values, and the number of segments.
void AppendGrouped(const Report& report, const GroupedReport& grouped, Table& table) {
  const size_t fields = SplitFields(grouped.by).size();
  const auto head = [&](const char* of, const std::vector<std::string>& values, uint64_t segments) {
    Line line = {of};
    line.resize(1 + fields - values.size(), std::string());
    line.insert(line.end(), values.begin(), values.end());
    line.emplace_back(static_cast<int64_t>(segments));
    return line;
  };
  AppendScores(report.systems, head("all", {}, report.segments), table);
  for (const GroupReport& group : grouped.groups) {
    AppendScores(group.systems, head("group", SplitValues(group.name, fields), group.segments),
                 table);
  }
  for (const GroupMean& mean : MeansOverFirst(grouped)) {
    AppendScores(mean.systems, head("macro", mean.values, mean.segments), table);
  }
  AppendScores(grouped.macro, head("macro", {}, report.segments), table);
}

}  // namespace

Table TableOf(const Report& report) {
  using enum ColumnType;
  Table table;
  if (report.grouped) {
    table.columns.push_back({"of", kText});
    const std::vector<std::string> fields = SplitFields(report.grouped->by);
    for (const std::string& field : fields) {
      table.columns.push_back({fields.size() < 2 ? "group" : "group:" + field, kText});
    }
    table.columns.push_back({"segments", kWhole});
  }
  for (const char* const name : {"system", "metric", "score", "signature"}) {
    table.columns.push_back({name, name == std::string_view("score") ? kReal : kText});
  }
  // Either all scores of a report were resampled, or none.
  if (!report.systems.empty() && !report.systems.front().scores.empty() &&
      report.systems.front().scores.front().resampled) {
    for (const char* const name : {"mean", "half_width", "p"})
      table.columns.push_back({name, kReal});
  }
  if (report.grouped) {
    AppendGrouped(report, *report.grouped, table);
  } else {
    AppendScores(report.systems, {}, table);
  }
  return table;
}

std::unique_ptr<SegmentWriter> TsvSegments(const Job& job, const WriteOptions& options,
                                           const SegmentLabels& labels) {
  return std::make_unique<SeparatedSegmentWriter>(kTabs, job, options, labels, false);
}
std::unique_ptr<SegmentWriter> TsvDetails(const Job& job, const WriteOptions& options,
                                          const SegmentLabels& labels) {
  return std::make_unique<SeparatedSegmentWriter>(kTabs, job, options, labels, true);
}

std::unique_ptr<SegmentWriter> CsvSegments(const Job& job, const WriteOptions& options,
                                           const SegmentLabels& labels) {
  return std::make_unique<SeparatedSegmentWriter>(kCommas, job, options, labels, false);
}
std::unique_ptr<SegmentWriter> CsvDetails(const Job& job, const WriteOptions& options,
                                          const SegmentLabels& labels) {
  return std::make_unique<SeparatedSegmentWriter>(kCommas, job, options, labels, true);
}

}  // namespace mtgauge
