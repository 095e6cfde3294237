// Several columns of one file of rows whose rows are parsed once: what they need of memory grows
// with the texts, not with the rows times the columns.
#pragma once

#include <functional>
#include <memory>
#include <span>
#include <vector>

#include "core/input/tables/row_source.h"

namespace mtgauge {

// Adds one segment to each of the fillers, or to none: one filler for each column.
using FanReader = std::function<absl::Status(const Row&, std::span<BlockFiller>)>;

// The columns. Sequential, as rereadable as the bytes are; different threads may read different
// columns at a time. What one column has read waits for the others.
std::vector<std::unique_ptr<Source>> FanOut(std::unique_ptr<Source> bytes, size_t columns,
                                            FanReader reader);

}  // namespace mtgauge
