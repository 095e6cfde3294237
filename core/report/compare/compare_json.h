// A Comparison as JSON, for outputs that include one.
#pragma once

#include "core/report/forms/json_output.h"
#include "mtgauge/compare.h"
#include "mtgauge/report.h"

namespace mtgauge {

Json ComparisonJson(const Comparison& comparison, const WriteOptions& options);
Json MetricJson(const MetricComparison& metric);

}  // namespace mtgauge
