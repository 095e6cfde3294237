// The table of output formats.
#include "core/report/score/report_writer.h"

#include <algorithm>

#include "core/report/forms/separated.h"

namespace mtgauge {

std::span<const ReportFormat> ReportFormats() {
  static constexpr ReportFormat kFormats[] = {
      {"text", WriteText, TextSegments},
      {"json", WriteJson, JsonSegments, JsonDetails},
      {"tsv", WriteSeparated<kTabs, Report>, TsvSegments, TsvDetails},
      {"csv", WriteSeparated<kCommas, Report>, CsvSegments, CsvDetails},
      {"jsonl", WriteJsonLines, JsonSegments, JsonDetails},
      {"latex", WriteLatex, nullptr},
      {"markdown", WriteMarkdown, nullptr},
      {"table", WriteTable, nullptr},
  };
  return kFormats;
}

const ReportFormat& FindReportFormat(std::string_view name) {
  const std::span<const ReportFormat> formats = ReportFormats();
  return *std::find_if(formats.begin(), formats.end(),
                       [&](const ReportFormat& row) { return row.name == name; });
}

}  // namespace mtgauge
