// Finds the segments in which two systems differ most, in compare-mt's order.
#pragma once

#include <cstddef>
#include <cstdint>

#include "mtgauge/explain.h"

namespace mtgauge {

// Compares the scores of one metric, in segments for which both systems have scores. Of segments
// with the same reference, outputs and scores only the first is listed. Segments are sorted by the
// gain of b over a, then by the scores of a and b and by segment; a_better lists them from the
// beginning, b_better from the end.
ExampleTable FindExamples(const Findings& findings, size_t metric, uint32_t a, uint32_t b,
                          size_t top);

}  // namespace mtgauge
