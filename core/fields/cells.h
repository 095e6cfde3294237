// Values of fields as cells of tab-separated lines.
#pragma once

#include <string>
#include <string_view>

#include "core/fields/fields.h"

namespace mtgauge {

// Returns a cell with all digits; yes or no for a switch. It is empty for null, for numbers that
// are not finite, and for lists and records.
std::string Cell(const Json& value);
// Returns the cell of the field at a path, such as "interval/0"; empty if there is no such field.
std::string CellAt(const Json& record, std::string_view path);

}  // namespace mtgauge
