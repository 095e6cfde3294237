// The table of output formats and what they share.
#include "cli/report_writer.h"

#include <fmt/compile.h>
#include <fmt/format.h>

#include <algorithm>
#include <iterator>

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
  std::vector<std::string> labels;
  for (const MadeMetric& made : job.metrics()) {
    const auto same =
        std::count_if(job.metrics().begin(), job.metrics().end(),
                      [&](const MadeMetric& other) { return other.Title() == made.Title(); });
    labels.push_back(same > 1 ? made.spec : made.Title());
  }
  return labels;
}

std::string ShortestDouble(double value) { return fmt::format(FMT_COMPILE("{}"), value); }

void AppendDouble(double value, std::string& out) {
  fmt::format_to(std::back_inserter(out), FMT_COMPILE("{}"), value);
}

std::string RoundedScore(double score, double scale, const WriteOptions& options) {
  const bool more = options.more_digits && scale != 100;
  return fmt::format("{:.{}f}", score, options.width + (more ? 2 : 0));
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
