// Formats of files that hold a table in columns with types. To add one: a TableEncoder and its row
// in table_encoder.cc.
#pragma once

#include <cstddef>
#include <memory>
#include <string>
#include <string_view>
#include <type_traits>
#include <utility>
#include <variant>
#include <vector>

#include "core/report/columns/column_values.h"
#include "core/report/write_options.h"
#include "core/text/utf8.h"
#include "mtgauge/table.h"

namespace mtgauge {

struct TableHead {
  std::vector<TableColumn> columns;
  // What the file says about itself, by name.
  std::vector<std::pair<std::string, std::string>> notes;
};

// Makes the bytes of a file, from the first to the last.
class TableEncoder {
 public:
  virtual ~TableEncoder() = default;
  virtual std::string Begin() = 0;
  // Lines that are kept together: readers take them at once. There is at least one.
  virtual std::string Add(const std::vector<ColumnValues>& columns) = 0;
  virtual std::string End() = 0;
};

struct TableFormat {
  std::string_view name;
  std::unique_ptr<TableEncoder> (*encoder)(TableHead head, const WriteOptions& options);
};
// Returns the format of that name, or null.
const TableFormat* FindTableFormat(std::string_view name);

// Takes a table value by value. The bytes do not depend on when they are taken.
class TableStream {
 public:
  TableStream(const TableFormat& format, TableHead head, const WriteOptions& options);

  // Adds the value of the next column; after the last one comes the next line.
  template <typename Value>
  void Add(const Value& value) {
    ColumnValues& column = columns_[at_];
    if constexpr (std::is_same_v<Value, std::monostate>) {
      column.AddNone();
    } else if constexpr (std::is_convertible_v<Value, std::string_view>) {
      const size_t before = column.texts.size();
      column.Add(IsValidUtf8(value) ? std::string_view(value) : ReplaceInvalidUtf8(value));
      text_bytes_ += column.texts.size() - before;
    } else {
      column.Add(value);
    }
    if (++at_ == columns_.size()) EndLine();
  }
  // Returns the bytes that are complete. With `all`, there are no more lines.
  std::string Take(bool all);

 private:
  void EndLine();
  void Encode();

  std::unique_ptr<TableEncoder> encoder_;
  std::vector<ColumnValues> columns_;
  size_t at_ = 0;          // the next value's column
  size_t text_bytes_ = 0;  // of all columns
  std::string bytes_;
};

// Returns a table as a file. `schema`: the name of its columns' description.
std::string TableBytes(const TableFormat& format, const Table& table, std::string_view schema,
                       const WriteOptions& options);

// The name of an answer's columns, which changes if they do.
template <typename Answer>
inline constexpr std::string_view kTableSchema = "";

// Writes the table of an answer.
template <const std::string_view& format, typename Answer>
std::string WriteTableFile(const Answer& answer, const WriteOptions& options) {
  return TableBytes(*FindTableFormat(format), TableOf(answer), kTableSchema<Answer>, options);
}
inline constexpr std::string_view kParquet = "parquet", kArrow = "arrow";

}  // namespace mtgauge
