// Writes Parquet: pages of version 1, packed by zstd, with checksums. Texts that repeat have a
// dictionary.
#pragma once

#include <memory>

#include "core/report/columns/table_encoder.h"

namespace mtgauge {

std::unique_ptr<TableEncoder> MakeParquetEncoder(TableHead head, const WriteOptions& options);

}  // namespace mtgauge
