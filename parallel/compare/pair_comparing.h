// Compares systems on a list of language pairs, each with its own texts.
#pragma once

#include <vector>

#include "core/base/status.h"
#include "mtgauge/compare.h"
#include "parallel/compare/plan.h"
#include "parallel/compare/settings.h"

namespace mtgauge {

// Returns a checked plan for each pair of the request's list.
Result<std::vector<ComparePlan>> PlanPairs(const CompareRequest& request);

// Compares each pair, or the mean over all of them.
Result<Comparison> ComparePairs(std::vector<ComparePlan>& pairs, const CompareSettings& settings);

}  // namespace mtgauge
