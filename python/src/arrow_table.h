// Exports a table through Arrow's C interface, without any library: other programs read its columns
// where they are.
#pragma once

#include "arrow.h"
#include "mtgauge/table.h"

namespace mtgauge::python {

// Fills a stream that gives the table as one batch. The stream and all that it gives share a copy
// of the table, and the last of them ends it.
void ExportTable(const Table& table, ArrowArrayStream* stream);

}  // namespace mtgauge::python
