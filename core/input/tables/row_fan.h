// Several columns of one file of rows. Each row is parsed only once, and memory grows with the
// texts, not with rows times columns.
#pragma once

#include <functional>
#include <memory>
#include <span>
#include <vector>

#include "core/input/tables/row_source.h"

namespace mtgauge {

// Adds one segment to each of the fillers (one filler per column), or to none.
using FanReader = std::function<Status(const Row&, std::span<BlockFiller>)>;

// A source that puts segments into several blocks at once.
class FanSource : public Source {
 public:
  // Where the segments of the next Read() go, one filler per column; the block of Read() then stays
  // empty.
  virtual void Aim(std::span<BlockFiller> fillers) = 0;
};
// Returns its columns, as below. If there is only one, that is the source itself.
std::vector<std::unique_ptr<Source>> FanOut(std::unique_ptr<FanSource> rows, size_t columns);

// Returns the columns. They are sequential, and rereadable if the bytes are; different threads may
// read different columns at once. Data read for one column is kept until the others take it.
std::vector<std::unique_ptr<Source>> FanOut(std::unique_ptr<Source> bytes, size_t columns,
                                            FanReader reader);

}  // namespace mtgauge
