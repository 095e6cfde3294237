// Tables of judgements of which of two systems' outputs is better.
#pragma once

#include <string>
#include <vector>

#include "core/base/status.h"
#include "core/judgements/comparisons.h"
#include "mtgauge/compare.h"

namespace mtgauge {

struct PairedJudgements {
  std::vector<std::string> systems;
  std::vector<PairJudgement> judgements;
};

// Parses the files of `humans`, which must hold such tables, from their contents, in order: the
// judgements of one language pair, without the systems that are left out.
Result<PairedJudgements> ReadPairedJudgements(const CompareRequest& request,
                                              const std::vector<std::string>& contents);

}  // namespace mtgauge
