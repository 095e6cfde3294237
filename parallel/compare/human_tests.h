// Tests and ranks of systems by scores of people that do not resample: the signed-rank test, and
// the rules of WMT's campaigns.
#pragma once

#include <vector>

#include "mtgauge/compare.h"
#include "mtgauge/score.h"
#include "parallel/compare/human_table.h"

namespace mtgauge {

// Replaces the p-values, clusters and ranks that resampling gave.
void TestByRanks(const HumanTable& table, const CompareOptions& options, MetricComparison& metric,
                 std::vector<Warning>& warnings);

}  // namespace mtgauge
