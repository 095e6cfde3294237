// Writes Arrow IPC: a file, or a stream for a pipe. Buffers are not packed, so that readers may map
// them.
#pragma once

#include <memory>

#include "core/report/columns/table_encoder.h"

namespace mtgauge {

std::unique_ptr<TableEncoder> MakeArrowEncoder(TableHead head, const WriteOptions& options);

}  // namespace mtgauge
