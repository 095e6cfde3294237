// Writes text similar to sacreBLEU's: "BLEU|SIGNATURE = 27.5 59.5/33.4/20.9/13.5 (BP = ...)". With
// several systems, each line begins with the system's name.
#include <fmt/format.h>

#include <algorithm>
#include <mutex>

#include "core/base/printing.h"
#include "core/input/group_values.h"
#include "core/report/score/report_table.h"
#include "core/report/score/report_writer.h"
#include "core/score/delivery.h"
#include "core/score/unit_scale.h"

namespace mtgauge {
namespace {

// Returns " (μ = 27.5 ± 2.7) (p = 0.0010)*", as sacreBLEU prints it. Like sacreBLEU, omits the
// interval if its mean is 0.
std::string ResampledWords(const MetricScore& score, const WriteOptions& options) {
  const Resampled& resampled = *score.resampled;
  std::string out;
  if (resampled.interval && resampled.interval->mean > 0) {
    out +=
        fmt::format(" (μ = {} ± {})", RoundedScore(resampled.interval->mean, score.scale, options),
                    RoundedScore(resampled.interval->half_width, score.scale, options));
  }
  if (resampled.p) {
    out += fmt::format(" (p = {:.4f}){}", *resampled.p, *resampled.p <= kMarkedP ? "*" : "");
  }
  return out;
}

// The scores of all segments, of a group, or the mean over groups.
struct Section {
  std::string label;  // empty for all segments
  const std::vector<SystemReport>* systems;
};

// Returns all parts of a report, in order. Labels are padded to the width of the widest.
std::vector<Section> Sections(const Report& report) {
  std::vector<Section> sections = {{"", &report.systems}};
  if (!report.grouped) return sections;
  for (const GroupReport& group : report.grouped->groups) {
    sections.push_back(
        {fmt::format("{} {}", report.grouped->by, Printable(group.name)), &group.systems});
  }
  if (!report.grouped->macro.empty()) {
    sections.push_back(
        {fmt::format("mean of {}", report.grouped->groups.size()), &report.grouped->macro});
  }
  size_t widest = 0;
  for (const Section& section : sections) widest = std::max(widest, DisplayWidth(section.label));
  for (Section& section : sections) {
    if (&section == &sections.front()) continue;
    section.label.append(widest - DisplayWidth(section.label) + 2, ' ');
  }
  return sections;
}

std::string BareNumbers(const std::vector<Section>& sections, const WriteOptions& options) {
  std::string out;
  for (const Section& section : sections) {
    for (const SystemReport& system : *section.systems) {
      for (const MetricScore& score : system.scores) {
        out += RoundedScore(score.score, score.scale, options) + '\n';
      }
    }
  }
  return out;
}

// Returns "name  " for each system, padded to a column; empty texts if there is only one system.
std::vector<std::string> SystemColumn(const std::vector<std::string>& names) {
  std::vector<std::string> column(names.size());
  if (names.size() < 2) return column;
  size_t widest = 0;
  for (size_t s = 0; s < names.size(); ++s) {
    column[s] = Printable(names[s]);
    widest = std::max(widest, DisplayWidth(column[s]));
  }
  for (std::string& cell : column) cell.append(widest - DisplayWidth(cell) + 2, ' ');
  return column;
}

class TextSegmentWriter final : public SegmentWriter {
 public:
  TextSegmentWriter(const Job& job, const WriteOptions& options, size_t fields)
      : job_(job), options_(options), fields_(fields), systems_(SystemColumn(job.names().hyps)) {}

  bool WantsRows() const override { return !options_.score_only; }

  void Append(const Delivery& delivery, std::string& out) const override {
    std::call_once(heads_made_, [this] { MakeHeads(); });
    for (size_t i = 0; i < delivery.segments.size(); ++i) {
      if (options_.score_only) {
        AppendBare(delivery.segments[i], out);
      } else {
        AppendLines(delivery, i, out);
      }
    }
  }

 private:
  // Must not run before the first scores exist, because the signature includes what a metric learns
  // from the references.
  void MakeHeads() const {
    const std::string references = std::to_string(job_.names().refs.size());
    for (size_t m = 0; m < job_.metrics().size(); ++m) {
      heads_.push_back(fmt::format("{}|{}{} = ", job_.metrics()[m].Title(),
                                   job_.Signature(m, references),
                                   options_.unit_scale ? kUnitScaleKey : ""));
    }
  }

  std::string Rounded(const SegmentScores& segment, size_t cell) const {
    const double scale = job_.metrics()[cell % heads_.size()].row->scale;
    return RoundedScore(segment.scores[cell], scale, options_);
  }

  void AppendBare(const SegmentScores& segment, std::string& out) const {
    const size_t cells = systems_.size() * heads_.size();
    for (size_t cell = 0; cell < cells; ++cell) {
      if (cell > 0) out += '\t';
      out += segment.excluded ? "skipped" : Rounded(segment, cell);
    }
    out += '\n';
  }

  void AppendLines(const Delivery& delivery, size_t i, std::string& out) const {
    const SegmentScores& segment = delivery.segments[i];
    const std::string name =
        options_.by_group ? Printable(GroupLabel(segment.document, fields_)) + "  " : "";
    for (size_t cell = 0; cell < systems_.size() * heads_.size(); ++cell) {
      const size_t m = cell % heads_.size();
      out += name;
      out += systems_[cell / heads_.size()];
      out += heads_[m];
      if (segment.excluded) {
        out += "skipped";
      } else {
        const size_t width = job_.widths()[m];
        const std::span<const int64_t> row(delivery.rows[cell].data() + i * width, width);
        const std::string verbose = job_.metrics()[m].metric->Verbose(row, job_.options().level);
        out += Rounded(segment, cell);
        if (!verbose.empty()) out += ' ' + verbose;
      }
      out += '\n';
    }
  }

  const Job& job_;
  WriteOptions options_;
  size_t fields_;  // number of fields of groups
  std::vector<std::string> systems_;
  // Per metric; made with the first scores.
  mutable std::vector<std::string> heads_;
  mutable std::once_flag heads_made_;
};

std::string SectionLines(const Section& section, const std::vector<std::string>& names,
                         size_t widest, const WriteOptions& options) {
  std::string out;
  for (size_t s = 0; s < section.systems->size(); ++s) {
    for (const MetricScore& score : (*section.systems)[s].scores) {
      const std::string head = score.metric + '|' + score.signature;
      out += fmt::format("{}{}{:>{}} = {}", section.label, names[s], head, widest,
                         RoundedScore(score.score, score.scale, options));
      if (score.resampled) out += ResampledWords(score, options);
      if (!score.verbose.empty()) out += ' ' + score.verbose;
      out += '\n';
    }
  }
  return out;
}

}  // namespace

std::string WriteText(const Report& report, const WriteOptions& options) {
  const std::vector<Section> sections = Sections(report);
  if (options.score_only) return BareNumbers(sections, options);
  if (report.grouped && SplitFields(report.grouped->by).size() > 1) {
    std::string table = AlignedTable(ReportTable(report, options)) + '\n';
    for (const std::string& note : SignatureNotes(report)) table += note + '\n';
    return table;
  }
  size_t widest = 0;
  for (const Section& section : sections) {
    for (const SystemReport& system : *section.systems) {
      for (const MetricScore& score : system.scores) {
        widest = std::max(widest, score.metric.size() + 1 + score.signature.size());
      }
    }
  }
  std::vector<std::string> names;
  for (const SystemReport& system : report.systems) names.push_back(system.name);
  const std::vector<std::string> column = SystemColumn(names);
  std::string out;
  for (size_t i = 0; i < sections.size(); ++i) {
    if (i == 1 && !out.empty()) out += '\n';
    out += SectionLines(sections[i], column, widest, options);
  }
  return out;
}

std::unique_ptr<SegmentWriter> TextSegments(const Job& job, const WriteOptions& options,
                                            const SegmentLabels& labels) {
  return std::make_unique<TextSegmentWriter>(job, options, labels.fields.size());
}

}  // namespace mtgauge
