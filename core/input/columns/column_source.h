// Makes segments of the columns of a file of columns.
#pragma once

#include <memory>
#include <vector>

#include "core/base/status.h"
#include "core/input/columns/column_file.h"
#include "core/input/formats/format.h"

namespace mtgauge {

// Chooses the columns by their names, as JSON Lines does. Each row is a record; a column of lists
// is a column of segments for each element of the first row's list.
Result<std::vector<Column>> SegmentColumns(std::shared_ptr<const ColumnFile> file, Role role,
                                           const OpenOptions& options);

// Returns the leaves, each with its first value.
Result<std::vector<ColumnFacts>> DescribeLeaves(const ColumnFile& file);

}  // namespace mtgauge
