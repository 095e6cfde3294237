// Ranks systems by scores of people, without texts.
#pragma once

#include "core/base/status.h"
#include "mtgauge/compare.h"

namespace mtgauge {

// Checks the request, and fills in its defaults. It must have `humans`.
Result<CompareOptions> ResolveHumanRanking(CompareRequest& request);

// Compares the systems of each language pair by each criterion, or, with a mean over `lang`, those
// that all pairs share. `options` are resolved, but without the baseline.
Result<Comparison> RankByHumans(const CompareRequest& request, const CompareOptions& options);

}  // namespace mtgauge
