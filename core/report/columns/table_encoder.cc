// The formats, and how lines become files of them.
#include "core/report/columns/table_encoder.h"

#include <algorithm>
#include <iterator>
#include <utility>

#include "core/base/named.h"
#include "core/base/version.h"
#include "core/report/columns/arrow_encoder.h"
#include "core/report/columns/parquet_encoder.h"

namespace mtgauge {
namespace {

constexpr TableFormat kTableFormats[] = {
    {kParquet, MakeParquetEncoder},
    {kArrow, MakeArrowEncoder},
};

// What is kept together: so many lines, or fewer if their texts are long.
constexpr size_t kMostLines = 131'072, kMostTextBytes = 64 << 20;

}  // namespace

const TableFormat* FindTableFormat(std::string_view name) { return RowNamed(kTableFormats, name); }

TableStream::TableStream(const TableFormat& format, TableHead head, const WriteOptions& options)
    : columns_(head.columns.size()) {
  for (TableColumn& column : head.columns) column.name = ReplaceInvalidUtf8(column.name);
  head.notes.emplace_back("mtgauge.version", kVersion);
  encoder_ = format.encoder(std::move(head), options);
  bytes_ = encoder_->Begin();
}

void TableStream::EndLine() {
  at_ = 0;
  if (columns_.front().size() == kMostLines || text_bytes_ >= kMostTextBytes) Encode();
}

void TableStream::Encode() {
  bytes_ += encoder_->Add(columns_);
  text_bytes_ = 0;
  for (ColumnValues& column : columns_) {
    column.there.clear();
    column.values.clear();
    column.texts.clear();
  }
}

std::string TableStream::Take(bool all) {
  if (all) {
    if (columns_.front().size() > 0) Encode();
    bytes_ += encoder_->End();
  }
  return std::exchange(bytes_, {});
}

std::string TableBytes(const TableFormat& format, const Table& table, std::string_view schema,
                       const WriteOptions& options) {
  TableStream stream(format, {table.columns, {{"mtgauge.schema", std::string(schema)}}}, options);
  for (const std::vector<TableCell>& line : table.lines) {
    for (const TableCell& cell : line) {
      std::visit([&](const auto& value) { stream.Add(value); }, cell);
    }
  }
  return stream.Take(true);
}

}  // namespace mtgauge
