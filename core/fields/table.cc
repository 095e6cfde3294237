// Values of fields as cells of a table.
#include "core/fields/table.h"

#include <cmath>

namespace mtgauge {
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

}  // namespace mtgauge
