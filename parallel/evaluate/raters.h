// Raters in the place of metrics: how well one agrees with the others is a ceiling for metrics
// (Proietti et al. 2025).
#pragma once

#include <vector>

#include "core/base/status.h"
#include "parallel/evaluate/inputs.h"
#include "parallel/evaluate/sides.h"

namespace mtgauge {

// The name of the last metric, which stands for the rater of each input.
inline constexpr char kRaters[] = "raters";

// Returns a pair for each rater of `people`, the only human side of `pair`: the human scores are
// the means of the other raters, the last metric is the rater, and all sides have only the outputs
// that the rater and another one judged, and that all metrics score. Leaves out raters with fewer
// than kFewestOutputs of them, or with those of one system, with a warning. Returns an InputError
// if no rater is left, or if a metric has only scores of systems.
Result<std::vector<MetaPair>> PairsOfRaters(const MetaPair& pair, const RawSide& people,
                                            MetaInputs& inputs);

}  // namespace mtgauge
