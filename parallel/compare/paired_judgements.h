// Judgements of which of two systems' outputs is better, and rankings from them.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "core/base/status.h"
#include "core/judgements/comparisons.h"
#include "mtgauge/compare.h"

namespace mtgauge {

struct PairedJudgements {
  std::vector<std::string> systems;
  std::vector<PairJudgement> judgements;
};

// Returns true for a table with columns of two systems and of the winner.
bool HoldsPairedJudgements(std::string_view bytes);

// Ranks the systems of all files, which must hold such tables; `contents` are their bytes, in
// order. `options` are resolved.
Result<Comparison> RankByPairs(const CompareRequest& request,
                               const std::vector<std::string>& contents,
                               const CompareOptions& options);

}  // namespace mtgauge
