// Chooses the format of a table's file by its ending.
#include <fmt/format.h>

#include <algorithm>
#include <iterator>

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
  MTG_ASSIGN_OR_RETURN(Output output, Output::Open(file));
  MTG_RETURN_IF_ERROR(output.Write(BytesOf(table, form)));
  return output.Finish();
}

}  // namespace mtgauge
