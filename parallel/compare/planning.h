// How large a test must be to find a difference.
#pragma once

#include "mtgauge/compare.h"

namespace mtgauge {

// Adds PairTest::plan to every pair, with the comparison's own units as the pilot.
void PlanTests(double difference, Comparison& comparison);

}  // namespace mtgauge
