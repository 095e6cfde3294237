// Chooses the format of a table's file by its ending.
#include <fmt/format.h>

#include <algorithm>
#include <set>
#include <variant>

#include "core/base/printing.h"
#include "core/base/status.h"
#include "core/base/suggest.h"
#include "core/input/formats/codec.h"
#include "core/report/columns/table_encoder.h"
#include "core/report/forms/separated.h"
#include "mtgauge/output.h"
#include "mtgauge/table.h"

namespace mtgauge {
namespace {

struct Ending {
  std::string_view ending, format;
};
constexpr Ending kTableEndings[] = {{".parquet", kParquet}, {".parq", kParquet}, {".arrow", kArrow},
                                    {".feather", kArrow},   {".ipc", kArrow},    {".csv", "csv"}};
// Those of other outputs, and of formats that nothing here writes.
constexpr Ending kOtherEndings[] = {{".tsv", "tsv"},
                                    {".json", "json"},
                                    {".jsonl", "jsonl"},
                                    {".ndjson", "jsonl"},
                                    {".tex", "latex"},
                                    {".md", "markdown"},
                                    {".html", "html"},
                                    {".htm", "html"},
                                    {".svg", "svg"},
                                    {".npy", "npy"},
                                    {".npz", "npz"},
                                    {".pdf", "pdf"},
                                    {".png", "png"},
                                    {".xlsx", "xlsx"},
                                    {".xls", "xls"},
                                    {".ods", "ods"},
                                    {".orc", "orc"},
                                    {".avro", "avro"},
                                    {".arrows", "an Arrow stream"}};

bool HasEnding(std::string_view file, std::string_view ending) {
  return file.size() >= ending.size() &&
         std::ranges::equal(file.substr(file.size() - ending.size()), ending, {}, [](char c) {
           return c >= 'A' && c <= 'Z' ? static_cast<char>(c + 32) : c;
         });
}

std::string_view FormatAmong(std::span<const Ending> endings, std::string_view file) {
  for (const Ending& row : endings) {
    if (HasEnding(file, row.ending)) return row.format;
  }
  return {};
}

bool Fits(const TableCell& cell, ColumnType type) {
  switch (type) {
    case ColumnType::kText:
      return std::holds_alternative<std::string>(cell);
    case ColumnType::kWhole:
      return std::holds_alternative<int64_t>(cell);
    case ColumnType::kReal:
      return std::holds_alternative<double>(cell);
    case ColumnType::kSwitch:
      return std::holds_alternative<bool>(cell);
  }
  return false;
}

Status CheckTable(const Table& table) {
  if (table.columns.empty()) return UsageError("the table has no columns", "add one");
  std::set<std::string_view> names;
  for (const TableColumn& column : table.columns) {
    if (names.insert(column.name).second) continue;
    return UsageError(fmt::format("the table has two columns '{}'", Printable(column.name)),
                      "rename one");
  }
  for (size_t i = 0; i < table.lines.size(); ++i) {
    const std::vector<TableCell>& line = table.lines[i];
    bool fits = line.size() == table.columns.size();
    for (size_t c = 0; fits && c < line.size(); ++c) {
      fits =
          std::holds_alternative<std::monostate>(line[c]) || Fits(line[c], table.columns[c].type);
    }
    if (fits) continue;
    return UsageError(fmt::format("line {} of the table has other cells than its columns", i + 1),
                      "give each column a value of its type, or none");
  }
  return OkStatus();
}

std::string BytesOf(const Table& table, std::string_view form) {
  if (form == "csv") return SeparatedLines(table, kCommas);
  return TableBytes(*FindTableFormat(form), table, "mtgauge.table/1", {});
}

}  // namespace

std::string_view FormatOfEnding(std::string_view file) {
  const std::string_view of_table = FormatAmong(kTableEndings, file);
  return of_table.empty() ? FormatAmong(kOtherEndings, file) : of_table;
}

Status CheckEnding(std::string_view file, std::string_view format,
                   std::span<const std::string_view> formats) {
  for (const CodecRow& codec : Codecs()) {
    if (!HasEnding(file, codec.suffix)) continue;
    return UsageError({.file = std::string(file), .named = true},
                      fmt::format("{} would not be compressed", file),
                      fmt::format("leave out {}, and compress the file afterwards", codec.suffix));
  }
  const std::string_view named = FormatOfEnding(file);
  const auto is_json = [](std::string_view name) { return name == "json" || name == "jsonl"; };
  if (named.empty() || named == format || (is_json(named) && is_json(format))) return OkStatus();
  const bool is_known = std::ranges::find(formats, named) != formats.end();
  return UsageError(
      {.file = std::string(file), .named = true},
      fmt::format("the ending of {} names {}, but it would hold {}", file, named, format),
      is_known ? fmt::format("set `format` {}, or choose another ending", named)
               : "choose another ending");
}

Status WriteTable(const Table& table, const std::string& file) {
  const std::string_view form = FormatAmong(kTableEndings, file);
  if (form.empty()) {
    std::vector<std::string_view> endings;
    for (const Ending& row : kTableEndings) endings.push_back(row.ending);
    return UsageError({.file = file, .named = true},
                      fmt::format("{}: the ending does not name a format of tables", file),
                      fmt::format("use {}", JoinChoices(endings)));
  }
  MTG_RETURN_IF_ERROR(CheckTable(table));
  MTG_ASSIGN_OR_RETURN(Output output, Output::Open(file));
  MTG_RETURN_IF_ERROR(output.Write(BytesOf(table, form)));
  return output.Finish();
}

}  // namespace mtgauge
