// Describes the header of a row file, for humans and programs.
#include <fmt/format.h>

#include <nlohmann/json.hpp>
#include <string>
#include <string_view>

#include "core/base/printing.h"
#include "core/base/suggest.h"
#include "core/rowfile/row_set.h"
#include "mtgauge/rows.h"

namespace mtgauge {
namespace {

std::string StreamLine(std::string_view kind, const RowStream& stream) {
  std::string line = fmt::format("{:<12}{}", kind, Printable(stream.name));
  if (stream.file != stream.name) line += fmt::format(" ({})", Printable(stream.file));
  return line +
         fmt::format(": {} bytes, digest {:016x}\n", stream.digest.bytes, stream.digest.value);
}

std::string MetricLine(std::string_view kind, const RowMetric& metric) {
  return fmt::format("{:<12}{}: {}{}, {}\n", kind, metric.spec, metric.signature, metric.learnt,
                     Counted(metric.columns.size(), "column"));
}

std::string AsText(const RowFile& rows) {
  const RowHeader& header = rows.header;
  std::string text = fmt::format("{:<12}{}, by mtgauge {}\n", "rows",
                                 Counted(header.segments, "segment"), header.version);
  if (header.shard) {
    text += fmt::format("{:<12}{} of {}\n", "shard", header.shard->number, header.shard->count);
  }
  for (const RowStream& stream : header.references) text += StreamLine("reference", stream);
  for (const RowStream& stream : header.systems) text += StreamLine("system", stream);
  for (const RowStream& stream : header.source) text += StreamLine("source", stream);
  if (header.languages.empty()) {
    for (const RowMetric& metric : header.metrics) text += MetricLine("metric", metric);
  }
  if (!header.by.empty()) text += fmt::format("{:<12}{}\n", "groups", Printable(header.by));
  for (const RowLanguage& language : header.languages) {
    text += fmt::format("{:<12}{}: {}\n", "language", Printable(language.name),
                        Counted(language.segments(), "segment"));
    for (const RowMetric& metric : language.metrics) text += MetricLine("  metric", metric);
  }
  const double cells = static_cast<double>(header.segments) * static_cast<double>(header.cells());
  text += fmt::format("{:<12}{} bytes", "size", rows.file.size());
  if (cells > 0) {
    text += fmt::format(", {:.1f} for each segment, system and metric",
                        static_cast<double>(rows.file.size()) / cells);
  }
  return text + '\n';
}

}  // namespace

Result<std::string> DescribeRows(const std::string& file, const std::string& format) {
  constexpr std::string_view kForms[] = {"text", "json"};
  MTG_RETURN_IF_ERROR(CheckKnown("format", format, kForms));
  MTG_ASSIGN_OR_RETURN(const RowFile rows, RowFile::Open(file));
  if (format == "text") return AsText(rows);
  return ToJson(rows.header).dump(2) + '\n';
}

}  // namespace mtgauge
