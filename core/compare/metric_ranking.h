// From tests of pairs of metrics to their ranks. Pure functions of numbers.
#pragma once

#include <cstdint>
#include <functional>
#include <span>
#include <vector>

#include "core/compare/evaluation.h"

namespace mtgauge {

// Orders the metrics by their values (equal ones keep their order; NaN is left out), asks `test`
// for each pair's difference and p, corrects p, and draws clusters and ranks.
using PairTestFunction = std::function<MetricPair(uint32_t better, uint32_t worse)>;
TestedMeasure RankMetrics(const EvaluateOptions& options, const Measure& measure,
                          std::span<const double> values, const PairTestFunction& test);

}  // namespace mtgauge
