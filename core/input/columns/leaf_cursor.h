// A leaf of a file of columns, row by row.
#pragma once

#include <algorithm>
#include <cstddef>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <utility>

#include "core/base/status.h"
#include "core/input/columns/binary_file.h"
#include "core/input/columns/column_file.h"
#include "core/input/tables/record_segments.h"

namespace mtgauge {

inline Status UnequalLeaves(const std::string& file) {
  return DamagedFile(file, "its columns have different numbers of rows");
}

class LeafCursor {
 public:
  LeafCursor(std::unique_ptr<LeafReader> reader, Leaf::Type type)
      : reader_(std::move(reader)), kind_(KindOf(type)) {}
  LeafCursor(const ColumnFile& file, size_t leaf)
      : LeafCursor(file.Read(leaf, 0), file.leaves()[leaf].type) {}

  // Goes to the next row; returns false at the end.
  Result<bool> Next() {
    if (++row_ < rows_.count) return true;
    row_ = 0;
    return reader_->Next(rows_);
  }
  // The values of the row's list, or its only value.
  std::span<const std::string_view> elements() const {
    const std::span<const std::string_view> all = rows_.elements;
    if (rows_.ends.empty()) return all.subspan(row_, 1);
    const size_t begin = row_ == 0 ? 0 : rows_.ends[row_ - 1];
    return all.subspan(begin, rows_.ends[row_] - begin);
  }
  // The values of the rows at hand that follow, if no row is a list.
  std::span<const std::string_view> following() const {
    return std::span<const std::string_view>(rows_.elements)
        .subspan(std::min(row_ + 1, rows_.count));
  }
  void Skip(size_t rows) { row_ += rows; }
  FieldValue element(size_t i) const {
    if (i >= elements().size()) return {};
    const std::string_view text = elements()[i];
    if (text.data() == nullptr) return {FieldValue::Kind::kNull};
    return {kind_, text};
  }

 private:
  static FieldValue::Kind KindOf(Leaf::Type type) {
    if (type == Leaf::Type::kName) return FieldValue::Kind::kName;
    return type == Leaf::Type::kFraction ? FieldValue::Kind::kFraction : FieldValue::Kind::kText;
  }

  std::unique_ptr<LeafReader> reader_;
  FieldValue::Kind kind_;
  LeafRows rows_;
  size_t row_ = 0;
};

}  // namespace mtgauge
