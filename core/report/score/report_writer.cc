// The table of output formats.
#include "core/report/score/report_writer.h"

#include <algorithm>

#include "core/base/named.h"
#include "core/report/forms/separated.h"
#include "core/report/segments/separated_segments.h"

namespace mtgauge {

std::span<const ReportFormat> ReportFormats() {
  static constexpr ReportFormat kFormats[] = {
      {"text", WriteText, TextSegments},
      {"json", WriteJson, JsonSegments, JsonDetails},
      {"tsv", WriteSeparated<kTabs, Report>, SeparatedSegments<kTabs, false>,
       SeparatedSegments<kTabs, true>},
      {"csv", WriteSeparated<kCommas, Report>, SeparatedSegments<kCommas, false>,
       SeparatedSegments<kCommas, true>},
      {"jsonl", WriteJsonLines, JsonSegments, JsonDetails},
      {"latex", WriteLatex, nullptr},
      {"markdown", WriteMarkdown, nullptr},
      {"table", WriteTable, nullptr},
      {"html", ScoresHtml, nullptr},
      {"svg", WriteSvg, nullptr},
      {kParquet, WriteTableFile<kParquet, Report>, nullptr},
      {kArrow, WriteTableFile<kArrow, Report>, nullptr},
  };
  return kFormats;
}

const ReportFormat& FindReportFormat(std::string_view name) {
  return *RowNamed(ReportFormats(), name);
}

std::vector<std::string_view> DetailForms() {
  std::vector<std::string_view> names;
  for (const ReportFormat& format : ReportFormats()) {
    const bool shows = format.details != nullptr || FindTableFormat(format.name) != nullptr;
    if (shows) names.push_back(format.name);
  }
  return names;
}

}  // namespace mtgauge
