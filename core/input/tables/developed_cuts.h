// Cuts of metrics that an evaluation on a development set chose.
#pragma once

#include <string>
#include <vector>

#include "core/base/status.h"
#include "mtgauge/evaluate.h"

namespace mtgauge {

// Reads an answer as JSON (core/report/evaluate), and adds the score from which each metric calls
// translations good to options.good_of_metric, unless the metric has one. Returns an InputError if
// the file is something else, if its translations are good by another rule, or if it has no score
// of a metric, or several; metrics that stand for raters need none.
Status TakeCuts(const std::string& file, const std::vector<EvaluatedMetric>& metrics,
                EvaluateOptions& options);

}  // namespace mtgauge
