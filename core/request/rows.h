// Requests with row files instead of texts.
#pragma once

#include <memory>

#include "core/base/status.h"
#include "core/rowfile/row_set.h"
#include "mtgauge/options.h"

namespace mtgauge {

// What a request needs of row files: each row, or only their sums.
enum class RowsNeed { kEach, kSums };

// Opens the row files of a request and replaces its texts and metrics with those that the rows were
// made from. Returns null if the request names no row files, or a UsageError that names an option
// that needs the texts, or a file that holds only sums if they do not suffice.
Result<std::shared_ptr<const RowSet>> TakeRows(TextInputs& texts, MetricChoice& choice,
                                               RowsNeed need = RowsNeed::kEach);

}  // namespace mtgauge
