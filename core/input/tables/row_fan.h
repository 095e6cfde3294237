// Several columns of one file of rows. Each row is parsed only once, and memory grows with the
// texts, not with rows times columns.
#pragma once

#include <memory>
#include <vector>

#include "core/input/tables/row_source.h"

namespace mtgauge {

// Returns its columns, as below. If there is only one, that is the source itself.
std::vector<std::unique_ptr<Source>> FanOut(std::unique_ptr<FanSource> rows, size_t columns);

// Returns the columns. They are sequential, and rereadable if the bytes are; different threads may
// read different columns at once. Data read for one column is kept until the others take it.
std::vector<std::unique_ptr<Source>> FanOut(std::unique_ptr<Source> bytes, size_t columns,
                                            RowReaderMaker make);

}  // namespace mtgauge
