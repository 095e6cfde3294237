// Rankings from judgements of which of two systems' outputs is better.
#pragma once

#include <string>
#include <vector>

#include "core/base/status.h"
#include "mtgauge/compare.h"

namespace mtgauge {

// Ranks the systems of all files, which must hold such tables; `contents` are their bytes, in
// order. `options` are resolved.
Result<Comparison> RankByPairs(const CompareRequest& request,
                               const std::vector<std::string>& contents,
                               const CompareOptions& options);

}  // namespace mtgauge
