// Tab-separated values with a header and every digit.
#include <fmt/format.h>

#include "core/base/printing.h"
#include "core/report/score/report_writer.h"
#include "core/score/delivery.h"
#include "core/score/metric_labels.h"

namespace mtgauge {
namespace {

// "segment", id and document where the first segment has them, and a column for each score.
class TsvSegmentWriter final : public SegmentWriter {
 public:
  TsvSegmentWriter(const Job& job, const WriteOptions& options) : by_group_(options.by_group) {
    for (const std::string& system : job.names().hyps) {
      for (const std::string& label : MetricLabels(job)) {
        columns_.push_back(Printable(system) + ':' + label);
      }
    }
  }

  std::string Head(bool ids, bool documents) const override {
    std::string head = by_group_ ? "group" : "segment";
    if (ids && !by_group_) head += "\tid";
    if (documents && !by_group_) head += "\tdocument";
    for (const std::string& column : columns_) head += '\t' + column;
    return head + '\n';
  }

  void Append(const Delivery& delivery, std::string& out) const override {
    for (const SegmentScores& segment : delivery.segments) {
      if (by_group_) {
        out += Printable(segment.document);
      } else {
        AppendNames(delivery, segment, out);
      }
      for (size_t cell = 0; cell < columns_.size(); ++cell) {
        out += '\t';
        if (segment.excluded) {
          out += "skipped";
        } else {
          AppendDouble(segment.scores[cell], out);
        }
      }
      out += '\n';
    }
  }

 private:
  static void AppendNames(const Delivery& delivery, const SegmentScores& segment,
                          std::string& out) {
    out += std::to_string(segment.index + 1);
    if (delivery.has_ids) out += '\t' + Printable(segment.id);
    if (delivery.has_documents) out += '\t' + Printable(segment.document);
  }

  bool by_group_;
  std::vector<std::string> columns_;  // per system and metric
};

// Mean, half-width and p, empty where there is none.
std::string ResampledCells(const Resampled& resampled) {
  std::string cells = "\t";
  if (resampled.interval) cells += ShortestDouble(resampled.interval->mean);
  cells += '\t';
  if (resampled.interval) cells += ShortestDouble(resampled.interval->half_width);
  return cells + '\t' + (resampled.p ? ShortestDouble(*resampled.p) : "");
}

}  // namespace

namespace {

// `head`: the cells before the system's.
void AppendScores(const std::vector<SystemReport>& systems, const std::string& head,
                  std::string& out) {
  for (const SystemReport& system : systems) {
    for (const MetricScore& score : system.scores) {
      out += head + Printable(system.name) + '\t' + score.metric + '\t' +
             ShortestDouble(score.score) + '\t' + score.signature;
      if (score.resampled) out += ResampledCells(*score.resampled);
      out += '\n';
    }
  }
}

// What the scores are of, the group's name, and how many segments they are of.
std::string WriteGrouped(const Report& report, const GroupedReport& grouped) {
  std::string out = "of\tgroup\tsegments\tsystem\tmetric\tscore\tsignature\n";
  AppendScores(report.systems, fmt::format("all\t\t{}\t", report.segments), out);
  for (const GroupReport& group : grouped.groups) {
    AppendScores(group.systems,
                 fmt::format("group\t{}\t{}\t", Printable(group.name), group.segments), out);
  }
  AppendScores(grouped.macro, fmt::format("macro\t\t{}\t", report.segments), out);
  return out;
}

}  // namespace

std::string WriteTsv(const Report& report, const WriteOptions&) {
  if (report.grouped) return WriteGrouped(report, *report.grouped);
  std::string out = "system\tmetric\tscore\tsignature";
  // All scores of a report have been resampled, or none.
  const bool resampled = !report.systems.empty() && !report.systems.front().scores.empty() &&
                         report.systems.front().scores.front().resampled;
  out += resampled ? "\tmean\thalf_width\tp\n" : "\n";
  AppendScores(report.systems, "", out);
  return out;
}

std::unique_ptr<SegmentWriter> TsvSegments(const Job& job, const WriteOptions& options) {
  return std::make_unique<TsvSegmentWriter>(job, options);
}

}  // namespace mtgauge
