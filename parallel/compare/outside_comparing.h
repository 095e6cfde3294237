// Compares systems by outside scores alone, without texts.
#pragma once

#include "core/base/status.h"
#include "mtgauge/compare.h"
#include "parallel/compare/plan.h"
#include "parallel/compare/settings.h"

namespace mtgauge {

// Tables name the language pair, domain and document of each segment; files of one column do not.
Result<Comparison> CompareOutside(const CompareSettings& settings, ComparePlan::Opened opened);

}  // namespace mtgauge
