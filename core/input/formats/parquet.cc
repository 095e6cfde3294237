// Parquet: each row is a segment, and each column is chosen by its name.
#include "core/input/columns/parquet.h"

#include <string_view>

#include "core/input/columns/binary_file.h"
#include "core/input/columns/column_source.h"
#include "core/input/formats/format.h"

namespace mtgauge {
namespace {

Detected DetectParquet(std::string_view head) { return DetectMagic(head, "PAR1"); }

constexpr std::string_view kParquetName = "Parquet";
using ParquetFormat = ColumnFormat<kParquetName, OpenParquet>;

constexpr std::string_view kParquetSuffixes[] = {".parquet", ".parq"};

}  // namespace

extern const FormatRow kFormatParquet = {
    .name = "parquet",
    .help = "columns with the names that jsonl has, or FILE:COLUMN",
    .suffixes = kParquetSuffixes,
    .detect = DetectParquet,
    .open = ParquetFormat::Open,
    .chooses = true,
    .binary = true,
    .describe = ParquetFormat::Describe,
    .columns = ParquetFormat::Columns,
};

}  // namespace mtgauge
