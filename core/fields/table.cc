// Values of fields as cells of a table, and a table as tab-separated lines.
#include "core/fields/table.h"

#include <cmath>
#include <variant>

#include "core/base/printing.h"

namespace mtgauge {
namespace {

void AppendCell(std::monostate, std::string&) {}
void AppendCell(const std::string& text, std::string& out) { out += OneLine(text); }
void AppendCell(int64_t value, std::string& out) { out += std::to_string(value); }
void AppendCell(double value, std::string& out) { AppendDouble(value, out); }
void AppendCell(bool value, std::string& out) { out += value ? "yes" : "no"; }

}  // namespace

TableCell FiniteCell(double value) { return std::isfinite(value) ? TableCell(value) : TableCell(); }

TableCell CellAt(const Json& record, std::string_view path, ColumnType type) {
  const Json::json_pointer at('/' + std::string(path));
  const bool known = !path.empty() && record.contains(at) && !record.at(at).is_null();
  switch (type) {
    case ColumnType::kText:
      return known ? record.at(at).get<std::string>() : std::string();
    case ColumnType::kWhole:
      return known ? TableCell(record.at(at).get<int64_t>()) : TableCell();
    case ColumnType::kReal:
      return known ? FiniteCell(record.at(at).get<double>()) : TableCell();
    case ColumnType::kSwitch:
      return known ? TableCell(record.at(at).get<bool>()) : TableCell();
  }
  return {};
}

std::string TsvOf(const Table& table) {
  std::string out;
  for (const TableColumn& column : table.columns) {
    if (&column != &table.columns.front()) out += '\t';
    out += OneLine(column.name);
  }
  out += '\n';
  for (const std::vector<TableCell>& line : table.lines) {
    for (const TableCell& cell : line) {
      if (&cell != &line.front()) out += '\t';
      std::visit([&](const auto& value) { AppendCell(value, out); }, cell);
    }
    out += '\n';
  }
  return out;
}

}  // namespace mtgauge
