// The table of formats of a ResegmentAnswer: segments, or what is missing and surplus.
#include "core/report/resegment/resegment_writer.h"

#include <fmt/format.h>

#include <vector>

#include "core/base/printing.h"
#include "core/report/forms/separated.h"
#include "core/report/forms/text_table.h"
#include "core/report/resegment/resegment_fields.h"

namespace mtgauge {
namespace {

// The documents, and all of them if there are several.
std::vector<DocumentGaps> GapLines(const ResegmentAnswer& answer) {
  std::vector<DocumentGaps> lines = answer.gaps;
  if (answer.gaps.size() > 1) lines.push_back(*answer.total);
  for (DocumentGaps& gaps : lines) {
    if (gaps.document.empty()) gaps.document = "all";
  }
  return lines;
}

std::string Percent(double share) { return fmt::format("{:.1f}%", 100 * share); }

TextTable GapTable(const ResegmentAnswer& answer) {
  TextTable table;
  table.columns = {{"document", true}, {"segments"}, {"missing"}, {"surplus"}, {"under"}, {"over"}};
  if (answer.gaps.size() > 1) table.rules = {answer.gaps.size()};
  for (const DocumentGaps& gaps : GapLines(answer)) {
    table.rows.push_back({Printable(gaps.document), std::to_string(gaps.segments),
                          std::to_string(gaps.missing), std::to_string(gaps.surplus),
                          Percent(gaps.under()), Percent(gaps.over())});
  }
  return table;
}

TextTable SegmentTexts(const ResegmentAnswer& answer) {
  TextTable table;
  table.columns = {{"segment"}, {"text", true}};
  for (const std::string& segment : answer.segments) {
    table.rows.push_back({std::to_string(table.rows.size() + 1), Printable(segment)});
  }
  return table;
}

std::string ResegmentText(const ResegmentAnswer& answer, const WriteOptions&) {
  if (answer.total) return AlignedTable(GapTable(answer));
  std::string text;
  for (const std::string& segment : answer.segments) text += segment + '\n';
  return text;
}

std::string ResegmentMarkdown(const ResegmentAnswer& answer, const WriteOptions&) {
  return MarkdownTable(answer.total ? GapTable(answer) : SegmentTexts(answer));
}

std::string ResegmentJson(const ResegmentAnswer& answer, const WriteOptions& options) {
  return DumpJson(AnswerJson("mtgauge.resegment/1", answer, options), 1) + '\n';
}

}  // namespace

Table TableOf(const ResegmentAnswer& answer) {
  const auto count = [](uint64_t number) { return TableCell(static_cast<int64_t>(number)); };
  Table table;
  if (!answer.total) {
    table.columns = {{"segment", ColumnType::kWhole}, {"text", ColumnType::kText}};
    for (const std::string& segment : answer.segments) {
      table.lines.push_back({count(table.lines.size() + 1), segment});
    }
    return table;
  }
  table.columns = {{"document", ColumnType::kText}, {"segments", ColumnType::kWhole},
                   {"missing", ColumnType::kWhole}, {"surplus", ColumnType::kWhole},
                   {"under", ColumnType::kReal},    {"over", ColumnType::kReal}};
  for (const DocumentGaps& gaps : GapLines(answer)) {
    table.lines.push_back({gaps.document, count(gaps.segments), count(gaps.missing),
                           count(gaps.surplus), gaps.under(), gaps.over()});
  }
  return table;
}

template <>
std::span<const AnswerFormat<ResegmentAnswer>> FormatsOf() {
  static constexpr AnswerFormat<ResegmentAnswer> kFormats[] = {
      {"text", ResegmentText},
      {"json", ResegmentJson},
      {"tsv", WriteSeparated<kTabs, ResegmentAnswer>},
      {"csv", WriteSeparated<kCommas, ResegmentAnswer>},
      {kParquet, WriteTableFile<kParquet, ResegmentAnswer>},
      {kArrow, WriteTableFile<kArrow, ResegmentAnswer>},
      {"markdown", ResegmentMarkdown},
  };
  return kFormats;
}

}  // namespace mtgauge
