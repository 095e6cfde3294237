// Tables of scores in files of columns.
#pragma once

#include <string>

#include "core/base/status.h"
#include "core/input/columns/column_file.h"

namespace mtgauge {

// Writes a file as the table that tabs separate: a line with the names of the columns, and a line
// for each row; if there is only one column, without its name. A null is an empty field. Tabs and
// line ends in a text become spaces. Values that are not read are written as their type, which is
// no score. Texts that `segments --keep` put beside scores are left out. Returns an InputError for
// decimal numbers.
Result<std::string> TableText(const ColumnFile& file);

}  // namespace mtgauge
