// What the scores of segments are made of: counts, lengths, edits, matches, as the metrics name
// them.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "core/score/delivery.h"
#include "core/score/job.h"

namespace mtgauge {

// Segment i of a delivery that has rows; `cell`: system * metrics + metric.
std::vector<Detail> DetailsOf(const Job& job, const Delivery& delivery, size_t i, size_t cell);

// The names of a metric's details, each as often as it has values: "counts_1", "counts_2", "bp".
std::vector<std::string> DetailColumns(const Job& job, size_t metric);

}  // namespace mtgauge
