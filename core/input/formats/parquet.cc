// Parquet: each row is a segment, and each column is chosen by its name.
#include "core/input/columns/parquet.h"

#include <memory>
#include <string_view>
#include <utility>
#include <vector>

#include "core/input/columns/binary_file.h"
#include "core/input/columns/column_source.h"
#include "core/input/formats/format.h"

namespace mtgauge {
namespace {

Detected DetectParquet(std::string_view head) { return DetectMagic(head, "PAR1"); }

Result<std::shared_ptr<const ColumnFile>> OpenParquetFile(std::unique_ptr<Source> source,
                                                          const OpenOptions& options) {
  MTG_ASSIGN_OR_RETURN(std::shared_ptr<Source> bytes,
                       RandomAccess(std::move(source), "Parquet", options));
  return OpenParquet(std::move(bytes));
}

Result<std::vector<Column>> OpenParquetColumns(std::unique_ptr<Source> source, Role role,
                                               const OpenOptions& options) {
  MTG_ASSIGN_OR_RETURN(const auto file, OpenParquetFile(std::move(source), options));
  return SegmentColumns(file, role, options);
}

Result<std::vector<ColumnFacts>> DescribeParquet(std::unique_ptr<Source> source,
                                                 const OpenOptions& options) {
  MTG_ASSIGN_OR_RETURN(const auto file, OpenParquetFile(std::move(source), options));
  return DescribeLeaves(*file);
}

constexpr std::string_view kParquetSuffixes[] = {".parquet", ".parq"};

}  // namespace

extern const FormatRow kFormatParquet = {
    .name = "parquet",
    .help = "columns with the names that jsonl has, or FILE:COLUMN",
    .suffixes = kParquetSuffixes,
    .detect = DetectParquet,
    .open = OpenParquetColumns,
    .chooses = true,
    .binary = true,
    .describe = DescribeParquet,
};

}  // namespace mtgauge
