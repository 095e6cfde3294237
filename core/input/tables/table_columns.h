// The columns of a table that make the segments of a reference or of a system; for formats that cut
// rows into fields.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "core/base/status.h"
#include "core/input/block_filler.h"
#include "core/input/formats/format.h"
#include "core/input/tables/row_source.h"

namespace mtgauge {

// The first row that is not blank, as fields. `line`: 0 if there is none.
struct FirstFields {
  std::string file;
  uint64_t line = 0;
  std::vector<std::string_view> fields;
};

struct TableColumns {
  size_t text = 0;
  std::optional<size_t> id, document;
  std::vector<size_t> groups = {};      // the columns of OpenOptions::by
  bool groups_may_lack = false;         // OpenOptions::by_may_lack
  uint64_t header = 0;                  // line of the row with the names; 0 if there is none
  size_t columns = 0;                   // of the header
  std::vector<std::string> names = {};  // of all columns
  std::optional<size_t> system = {};
};

// Chooses by number, or by the names in the first row.
Result<TableColumns> FindTableColumns(const FirstFields& first, Role role,
                                      const OpenOptions& options);

// Returns the column, without its source. Warns if one chosen by number begins with a name, which
// would be scored as a segment.
Column ColumnOf(const FirstFields& first, const TableColumns& columns, const OpenOptions& options);

// Makes the segments.
class TableSegments {
 public:
  TableSegments(std::string file, TableColumns columns)
      : file_(std::move(file)), columns_(std::move(columns)), values_(columns_.groups.size()) {}

  const TableColumns& columns() const { return columns_; }
  bool needs_only_texts() const {
    return !columns_.id && !columns_.document && !columns_.system && values_.empty();
  }
  // `fields` has one for each column.
  Status Add(uint64_t line, std::span<const std::string_view> fields, BlockFiller& filler);

 private:
  std::string file_;
  TableColumns columns_;
  std::vector<std::string_view> values_;  // of the row, for TableColumns::groups
  std::string group_;
};

// Returns the names of a table's first row, each with the field below it. `cut`: cuts a row into
// fields, which are valid until it is called again.
using CutRow = std::function<Status(const Row&, std::vector<std::string_view>&)>;
Result<std::vector<ColumnFacts>> DescribeTable(RowSource& rows, CutRow cut);

}  // namespace mtgauge
