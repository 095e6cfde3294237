// Reads Parquet: all pages and encodings that writers use by default.
//
// Checksums are checked; statistics and indexes are ignored.
#pragma once

#include <memory>

#include "core/base/status.h"
#include "core/input/columns/column_file.h"
#include "core/input/source.h"

namespace mtgauge {

// `bytes`: ranged.
Result<std::shared_ptr<const ColumnFile>> OpenParquet(std::shared_ptr<Source> bytes);

}  // namespace mtgauge
