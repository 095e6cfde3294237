// Writes tab-separated values with a header and all digits.
#include <fmt/format.h>

#include "core/base/printing.h"
#include "core/input/group_values.h"
#include "core/report/score/group_means.h"
#include "core/report/score/report_writer.h"
#include "core/score/delivery.h"
#include "core/score/metric_labels.h"
#include "core/score/segment_details.h"

namespace mtgauge {
namespace {

// Returns the columns of a group's name: one, or one for each of several fields.
std::string GroupColumns(const std::vector<std::string>& fields) {
  if (fields.size() < 2) return "group";
  std::string columns;
  for (const std::string& field : fields) {
    columns += (columns.empty() ? "group:" : "\tgroup:") + OneLine(field);
  }
  return columns;
}
std::string GroupCells(const std::vector<std::string>& values) {
  std::string cells;
  for (const std::string& value : values) {
    if (&value != &values.front()) cells += '\t';
    cells += OneLine(value);
  }
  return cells;
}

void AppendCell(int64_t value, std::string& out) { out += '\t' + std::to_string(value); }
void AppendCell(double value, std::string& out) {
  out += '\t';
  AppendDouble(value, out);
}
template <typename Number>
void AppendCell(const std::vector<Number>& values, std::string& out) {
  for (const Number value : values) AppendCell(value, out);
}

// Writes "segment", id and document if the first segment has them, and a column for each score and,
// optionally, for each of its details.
class TsvSegmentWriter final : public SegmentWriter {
 public:
  TsvSegmentWriter(const Job& job, const WriteOptions& options, const SegmentLabels& called,
                   bool details)
      : job_(job), by_group_(options.by_group), details_(details), by_(called.fields) {
    const std::vector<std::string> labels = MetricLabels(job);
    for (const std::string& system : called.systems) {
      for (size_t m = 0; m < labels.size(); ++m) {
        columns_.push_back(OneLine(system) + ':' + labels[m]);
        if (!details_) continue;
        const std::string score = columns_.back();
        for (const std::string& detail : DetailColumns(job, m)) {
          columns_.push_back(score + ':' + detail);
        }
      }
    }
  }

  std::string Head(bool ids, bool documents) const override {
    std::string head = by_group_ ? GroupColumns(by_) : "segment";
    if (ids && !by_group_) head += "\tid";
    if (documents && !by_group_) head += "\tdocument";
    for (const std::string& column : columns_) head += '\t' + column;
    return head + '\n';
  }

  bool WantsRows() const override { return details_; }

  void Append(const Delivery& delivery, std::string& out) const override {
    for (size_t i = 0; i < delivery.segments.size(); ++i) {
      const SegmentScores& segment = delivery.segments[i];
      if (by_group_) {
        out += GroupCells(SplitValues(segment.document, by_.size()));
      } else {
        AppendNames(delivery, segment, out);
      }
      if (segment.excluded) {
        for (size_t column = 0; column < columns_.size(); ++column) out += "\tskipped";
      } else {
        AppendScores(delivery, i, out);
      }
      out += '\n';
    }
  }

 private:
  void AppendScores(const Delivery& delivery, size_t i, std::string& out) const {
    const std::vector<double>& scores = delivery.segments[i].scores;
    for (size_t cell = 0; cell < scores.size(); ++cell) {
      AppendCell(scores[cell], out);
      if (!details_) continue;
      for (const Detail& detail : DetailsOf(job_, delivery, i, cell)) {
        std::visit([&](const auto& value) { AppendCell(value, out); }, detail.value);
      }
    }
  }

  static void AppendNames(const Delivery& delivery, const SegmentScores& segment,
                          std::string& out) {
    out += std::to_string(segment.index + 1);
    if (delivery.has_ids) out += '\t' + OneLine(segment.id);
    if (delivery.has_documents) out += '\t' + OneLine(segment.document);
  }

  const Job& job_;
  bool by_group_, details_;
  std::vector<std::string> by_;       // the fields of the groups
  std::vector<std::string> columns_;  // per system and metric
};

// Returns mean, half-width and p, each empty if there is none.
std::string ResampledCells(const Resampled& resampled) {
  std::string cells = "\t";
  if (resampled.interval) cells += ShortestDouble(resampled.interval->mean);
  cells += '\t';
  if (resampled.interval) cells += ShortestDouble(resampled.interval->half_width);
  return cells + '\t' + (resampled.p ? ShortestDouble(*resampled.p) : "");
}

// `head` is the cells before the system's.
void AppendScores(const std::vector<SystemReport>& systems, const std::string& head,
                  std::string& out) {
  for (const SystemReport& system : systems) {
    for (const MetricScore& score : system.scores) {
      out += head + OneLine(system.name) + '\t' + score.metric + '\t' +
             ShortestDouble(score.score) + '\t' + score.signature;
      if (score.resampled) out += ResampledCells(*score.resampled);
      out += '\n';
    }
  }
}

// Writes what the scores are over, the group's name, and the number of segments.
std::string WriteGrouped(const Report& report, const GroupedReport& grouped) {
  const std::vector<std::string> fields = SplitFields(grouped.by);
  std::string out =
      fmt::format("of\t{}\tsegments\tsystem\tmetric\tscore\tsignature\n", GroupColumns(fields));
  const std::string none(fields.size(), '\t');
  AppendScores(report.systems, fmt::format("all{}\t{}\t", none, report.segments), out);
  for (const GroupReport& group : grouped.groups) {
    const std::string cells = GroupCells(SplitValues(group.name, fields.size()));
    AppendScores(group.systems, fmt::format("group\t{}\t{}\t", cells, group.segments), out);
  }
  for (const GroupMean& mean : MeansOverFirst(grouped)) {
    AppendScores(mean.systems,
                 fmt::format("macro\t\t{}\t{}\t", GroupCells(mean.values), mean.segments), out);
  }
  AppendScores(grouped.macro, fmt::format("macro{}\t{}\t", none, report.segments), out);
  return out;
}

}  // namespace

std::string WriteTsv(const Report& report, const WriteOptions&) {
  if (report.grouped) return WriteGrouped(report, *report.grouped);
  std::string out = "system\tmetric\tscore\tsignature";
  // Either all scores of a report were resampled, or none.
  const bool resampled = !report.systems.empty() && !report.systems.front().scores.empty() &&
                         report.systems.front().scores.front().resampled;
  out += resampled ? "\tmean\thalf_width\tp\n" : "\n";
  AppendScores(report.systems, "", out);
  return out;
}

std::unique_ptr<SegmentWriter> TsvSegments(const Job& job, const WriteOptions& options,
                                           const SegmentLabels& labels) {
  return std::make_unique<TsvSegmentWriter>(job, options, labels, false);
}

std::unique_ptr<SegmentWriter> TsvDetails(const Job& job, const WriteOptions& options,
                                          const SegmentLabels& labels) {
  return std::make_unique<TsvSegmentWriter>(job, options, labels, true);
}

}  // namespace mtgauge
