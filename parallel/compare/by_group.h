// Compares systems on each group of segments separately.
#pragma once

#include "core/base/status.h"
#include "mtgauge/compare.h"
#include "parallel/compare/group_comparing.h"
#include "parallel/score/texts.h"

namespace mtgauge {

Result<Comparison> CompareByGroup(Texts texts, Compared compared, const RunOptions& run);

}  // namespace mtgauge
