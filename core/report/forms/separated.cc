// Writes the cells of tables.
#include "core/report/forms/separated.h"

#include <cstdint>
#include <variant>
#include <vector>

namespace mtgauge {
namespace {

void AppendField(std::monostate, const Separation&, std::string&) {}
void AppendField(const std::string& text, const Separation& by, std::string& out) {
  out += by.field(text);
}
void AppendField(int64_t value, const Separation&, std::string& out) {
  out += std::to_string(value);
}
void AppendField(double value, const Separation&, std::string& out) { AppendDouble(value, out); }
void AppendField(bool value, const Separation&, std::string& out) { out += value ? "yes" : "no"; }

}  // namespace

std::string CsvField(std::string_view text) {
  if (text.find_first_of(",\"\r\n") == text.npos) return std::string(text);
  std::string field = "\"";
  for (const char c : text) {
    if (c == '"') field += c;
    field += c;
  }
  return field + '"';
}

std::string SeparatedLines(const Table& table, const Separation& by) {
  std::string out;
  for (const TableColumn& column : table.columns) {
    if (&column != &table.columns.front()) out += by.separator;
    out += by.field(column.name);
  }
  out += '\n';
  for (const std::vector<TableCell>& line : table.lines) {
    for (const TableCell& cell : line) {
      if (&cell != &line.front()) out += by.separator;
      std::visit([&](const auto& value) { AppendField(value, by, out); }, cell);
    }
    out += '\n';
  }
  return out;
}

}  // namespace mtgauge
