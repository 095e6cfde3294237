// Values of fields as cells of a table.
#pragma once

#include <string_view>

#include "core/fields/fields.h"
#include "mtgauge/table.h"

namespace mtgauge {

// Returns the value of the field at a path, such as "interval/0", for a column of that type.
// Numbers that are not finite, null and missing fields have none.
TableCell CellAt(const Json& record, std::string_view path, ColumnType type);

// Returns a number, or none if it is not finite.
TableCell FiniteCell(double value);

}  // namespace mtgauge
