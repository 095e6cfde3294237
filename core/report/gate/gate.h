// What a gate says of a comparison.
#pragma once

#include "mtgauge/compare.h"

namespace mtgauge {

// Which systems are significantly worse than the baseline.
GateVerdict GateOf(const Comparison& comparison);

}  // namespace mtgauge
