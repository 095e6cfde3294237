// Makes segments of the columns of a file of columns.
#pragma once

#include <memory>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "core/base/status.h"
#include "core/input/columns/binary_file.h"
#include "core/input/columns/column_file.h"
#include "core/input/formats/format.h"

namespace mtgauge {

// Chooses the columns by their names, as JSON Lines does. Each row is a record; a column of lists
// is a column of segments for each element of the first row's list.
Result<std::vector<Column>> SegmentColumns(std::shared_ptr<const ColumnFile> file, Role role,
                                           const OpenOptions& options);

// Returns the leaves, each with its first value.
Result<std::vector<ColumnFacts>> DescribeLeaves(const ColumnFile& file);

// The functions of a FormatRow for files that `open_bytes` opens. `name`: for messages.
template <const std::string_view& name,
          Result<std::shared_ptr<const ColumnFile>> (*open_bytes)(std::shared_ptr<Source>)>
class ColumnFormat {
 public:
  static Result<std::vector<Column>> Open(std::unique_ptr<Source> source, Role role,
                                          const OpenOptions& options) {
    MTG_ASSIGN_OR_RETURN(const auto file, Columns(std::move(source), options));
    return SegmentColumns(file, role, options);
  }
  static Result<std::vector<ColumnFacts>> Describe(std::unique_ptr<Source> source,
                                                   const OpenOptions& options) {
    MTG_ASSIGN_OR_RETURN(const auto file, Columns(std::move(source), options));
    return DescribeLeaves(*file);
  }
  static Result<std::shared_ptr<const ColumnFile>> Columns(std::unique_ptr<Source> source,
                                                           const OpenOptions& options) {
    MTG_ASSIGN_OR_RETURN(std::shared_ptr<Source> bytes,
                         RandomAccess(std::move(source), name, options));
    return open_bytes(std::move(bytes));
  }
};

}  // namespace mtgauge
