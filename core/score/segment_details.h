// Details of the scores of segments: counts, lengths, edits and matches, as named by the metrics.
#pragma once

#include <cstddef>
#include <vector>

#include "core/score/delivery.h"
#include "core/score/job.h"
#include "mtgauge/table.h"

namespace mtgauge {

// Returns the details of segment i of a delivery with rows; `cell`: system * metrics + metric.
std::vector<Detail> DetailsOf(const Job& job, const Delivery& delivery, size_t i, size_t cell);

// Returns the columns of a metric's details, one per value: "counts_1", "counts_2", "bp".
std::vector<TableColumn> DetailColumns(const Job& job, size_t metric);

}  // namespace mtgauge
