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

Result<std::vector<Column>> OpenParquetColumns(std::unique_ptr<Source> source, Role role,
                                               const OpenOptions& options) {
  MTG_ASSIGN_OR_RETURN(std::shared_ptr<Source> bytes,
                       RandomAccess(std::move(source), "Parquet", options));
  MTG_ASSIGN_OR_RETURN(const auto file, OpenParquet(std::move(bytes)));
  return SegmentColumns(file, role, options);
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
};

}  // namespace mtgauge
