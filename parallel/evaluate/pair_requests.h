// Splits a request for several language pairs into one request per pair.
#pragma once

#include <vector>

#include "core/base/status.h"
#include "mtgauge/evaluate.h"

namespace mtgauge {

// Returns requests with their own language pair, references, outputs and human scores, or only
// `request` if it is for one pair. For a folder of mt-metrics-eval, PAIR:REFERENCE selects the
// reference, and human scores may be named as in its file names. Errors name the list and the pair.
Result<std::vector<EvaluateRequest>> RequestsByPair(const EvaluateRequest& request);

// Returns true if all language pairs of the request name their human scores, as in
// PAIR:REFERENCE:SCORES.
bool NamesHumans(const EvaluateRequest& request);

}  // namespace mtgauge
