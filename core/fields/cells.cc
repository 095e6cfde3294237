// Values of fields as cells of tab-separated lines.
#include "core/fields/cells.h"

#include <cmath>

#include "core/base/printing.h"

namespace mtgauge {

std::string Cell(const Json& value) {
  if (value.is_string()) return OneLine(value.get_ref<const std::string&>());
  if (value.is_boolean()) return value.get<bool>() ? "yes" : "no";
  if (value.is_number_integer()) return value.dump();
  if (!value.is_number_float()) return {};
  const double number = value.get<double>();
  return std::isfinite(number) ? ShortestDouble(number) : std::string();
}

std::string CellAt(const Json& record, std::string_view path) {
  const Json::json_pointer at('/' + std::string(path));
  return record.contains(at) ? Cell(record.at(at)) : std::string();
}

}  // namespace mtgauge
