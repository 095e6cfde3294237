// The requests of a list of language pairs (PairListOption), one for each pair.
#pragma once

#include <vector>

#include "core/base/status.h"

namespace mtgauge {

// Returns one request for each pair of the list of `request`, with its own language pair,
// references, outputs, sources and, for `evaluate`, human scores. `language-pair` chooses pairs,
// separated by commas. Shell patterns in the list become sorted file names. Returns a UsageError if
// the request names texts in other ways, too, or if no pair is left.
template <typename Request>
Result<std::vector<Request>> RequestsOfList(const Request& request);

}  // namespace mtgauge
