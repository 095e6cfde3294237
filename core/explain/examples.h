// The segments in which two systems differ most, in compare-mt's order.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "mtgauge/explain.h"

namespace mtgauge {

// By the scores of one metric, of segments that both systems have scores for. Of segments with the
// same reference, outputs and scores the first alone counts. Segments are in the order of (b - a,
// a, b, segment); a_better is told from its beginning, b_better from its end.
ExampleTable FindExamples(const Findings& findings, size_t metric, uint32_t a, uint32_t b,
                          size_t top);

}  // namespace mtgauge
