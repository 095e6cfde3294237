// From tests of pairs of metrics to their ranks, and means over evaluations. Pure functions of
// numbers.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <span>
#include <string>
#include <vector>

#include "core/meta/measures.h"
#include "mtgauge/evaluate.h"

namespace mtgauge {

// Orders the metrics by their values (equal ones keep their order; NaN is left out), asks `test`
// for each pair's difference and p, corrects p, and draws clusters and ranks.
using PairTestFunction = std::function<MetricPair(uint32_t better, uint32_t worse)>;
TestedMeasure RankMetrics(const EvaluateOptions& options, const Measure& measure,
                          std::span<const double> values, const PairTestFunction& test);

// The interval and the error that MeasureEstimate::resampled gives; resamples without a value are
// left out.
void DescribeResamples(double alpha, MeasureEstimate& estimate);

// Fills Study::pairs from its points.
void CompareSeries(Study& study);

// The mean over evaluations of one measure; of those of one criterion, unless that is empty. A
// pooled measure counts every evaluation by its weight. NaN where one has no value.
double MeanOverEvaluations(const EvaluationSet& set, size_t metric, size_t measure,
                           const std::string& criterion);
// Whether some measures are shares, from 0 to 1, and others correlations.
bool MixesShares(const EvaluationSet& set);
// The mean of these over all measures; beside shares a correlation counts as (1 + r) / 2, as in
// WMT23. NaN where one has no value.
double MeanOverMeasures(const EvaluationSet& set, size_t metric);

}  // namespace mtgauge
