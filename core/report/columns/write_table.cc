// Chooses the format of a table's file by its ending.
#include <fmt/format.h>

#include <algorithm>
#include <iterator>
#include <set>
#include <variant>

#include "core/base/printing.h"
#include "core/base/status.h"
#include "core/base/suggest.h"
#include "core/report/columns/table_encoder.h"
#include "core/report/forms/separated.h"
#include "mtgauge/output.h"
#include "mtgauge/table.h"

namespace mtgauge {
namespace {

struct TableEnding {
  std::string_view ending, format;
};
constexpr TableEnding kTableEndings[] = {
    {".parquet", kParquet}, {".arrow", kArrow}, {".feather", kArrow}, {".csv", "csv"}};

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

std::string_view TableFormOf(std::string_view file) {
  const auto* const found =
      std::find_if(std::begin(kTableEndings), std::end(kTableEndings),
                   [&](const TableEnding& row) { return file.ends_with(row.ending); });
  return found == std::end(kTableEndings) ? std::string_view() : found->format;
}

Status WriteTable(const Table& table, const std::string& file) {
  const std::string_view form = TableFormOf(file);
  if (form.empty()) {
    std::vector<std::string_view> endings;
    for (const TableEnding& row : kTableEndings) endings.push_back(row.ending);
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
