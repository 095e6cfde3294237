// Splits a request about several language pairs into one for each.
#pragma once

#include <vector>

#include "core/base/status.h"
#include "mtgauge/evaluate.h"

namespace mtgauge {

// Each with its own language pair, references, outputs and human scores; itself, if one is asked
// for. Of a folder of mt-metrics-eval, PAIR:REFERENCE chooses the reference, and human scores may
// be named as its files name them. Errors name the list and the pair.
absl::StatusOr<std::vector<EvaluateRequest>> RequestsByPair(const EvaluateRequest& request);

}  // namespace mtgauge
