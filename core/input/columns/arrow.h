// Reads Arrow IPC: files (also called Feather 2) and streams.
#pragma once

#include <memory>

#include "core/base/status.h"
#include "core/input/columns/column_file.h"
#include "core/input/source.h"

namespace mtgauge {

// `bytes`: ranged.
Result<std::shared_ptr<const ColumnFile>> OpenArrow(std::shared_ptr<Source> bytes);

}  // namespace mtgauge
