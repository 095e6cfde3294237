// Requests over row files in place of texts.
#pragma once

#include <memory>

#include "core/base/status.h"
#include "core/rows/row_set.h"
#include "mtgauge/options.h"

namespace mtgauge {

// Opens the row files of a request and puts in its place what they were made from: which texts,
// which metrics under which options. Null where the request names none. A UsageError names an
// option that would need the texts.
absl::StatusOr<std::shared_ptr<const RowSet>> TakeRows(TextInputs& texts, MetricChoice& choice);

}  // namespace mtgauge
