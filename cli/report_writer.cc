// The table of output formats and what they share.
#include "cli/report_writer.h"

#include <fmt/compile.h>
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <iterator>

#include "cli/metric_names.h"

namespace mtgauge {

std::span<const ReportFormat> ReportFormats() {
  static constexpr ReportFormat kFormats[] = {
      {"text", WriteText, TextSegments}, {"json", WriteJson, JsonSegments},
      {"tsv", WriteTsv, TsvSegments},    {"jsonl", WriteJsonLines, JsonSegments},
      {"latex", WriteLatex, nullptr},    {"markdown", WriteMarkdown, nullptr},
  };
  return kFormats;
}

const ReportFormat& FindReportFormat(std::string_view name) {
  const std::span<const ReportFormat> formats = ReportFormats();
  return *std::find_if(formats.begin(), formats.end(),
                       [&](const ReportFormat& row) { return row.name == name; });
}

std::vector<std::string> MetricLabels(const Job& job) {
  // Whether the title, asked for by itself, means this very metric.
  const auto says_all = [](const MadeMetric& made) {
    if (made.spec == made.row->name) return true;
    const auto meant = ReadMetricSpecs({made.Title()});
    return meant.ok() && *meant == std::vector{made.spec};
  };
  std::vector<std::string> labels;
  for (const MadeMetric& made : job.metrics()) {
    labels.push_back(says_all(made) ? made.Title() : made.spec);
  }
  // Flags for all metrics may have given two of them one title.
  const std::vector<std::string> first = labels;
  for (size_t m = 0; m < labels.size(); ++m) {
    if (std::count(first.begin(), first.end(), first[m]) > 1) labels[m] = job.metrics()[m].spec;
  }
  return labels;
}

std::string ShortestDouble(double value) { return fmt::format(FMT_COMPILE("{}"), value); }

void AppendDouble(double value, std::string& out) {
  fmt::format_to(std::back_inserter(out), FMT_COMPILE("{}"), value);
}

uint32_t ScoreDigits(double score, double scale, const WriteOptions& options) {
  constexpr double kLikePercent = 20;  // no NIST score is so large
  const bool small = scale == 0 ? std::fabs(score) < kLikePercent : scale != 100;
  return options.width + (options.more_digits && small ? 2 : 0);
}

std::string RoundedScore(double score, double scale, const WriteOptions& options) {
  return fmt::format("{:.{}f}", score, ScoreDigits(score, scale, options));
}

std::string Printable(std::string_view text) {
  std::string out;
  for (const char c : text) {
    const auto byte = static_cast<unsigned char>(c);
    if (byte < 0x20 || byte == 0x7F) {
      out += fmt::format("\\x{:02X}", byte);
    } else {
      out += c;
    }
  }
  return out;
}

size_t DisplayWidth(std::string_view text) {
  return static_cast<size_t>(std::count_if(text.begin(), text.end(), [](char c) {
    return (static_cast<unsigned char>(c) & 0xC0) != 0x80;
  }));
}

}  // namespace mtgauge
