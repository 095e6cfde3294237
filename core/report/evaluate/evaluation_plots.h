// Charts of an evaluation: metrics against human scores, and measures over the factor that a study
// varies.
#pragma once

#include <string>
#include <utility>
#include <vector>

#include "core/base/status.h"
#include "core/report/forms/plot.h"
#include "mtgauge/evaluate.h"

namespace mtgauge {

// Returns the charts with their file names, which are distinct.
std::vector<std::pair<std::string, Plot>> PlotsOf(const EvaluationSet& set);

// Writes the charts into a folder, which is made if necessary. No file appears before all are
// complete.
Status WritePlots(const EvaluationSet& set, const std::string& folder);

}  // namespace mtgauge
