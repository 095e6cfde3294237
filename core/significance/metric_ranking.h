// From tests of pairs of metrics to ranks, and means over evaluations. Pure functions of numbers.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <span>
#include <string>

#include "core/evaluate/measures.h"
#include "mtgauge/evaluate.h"

namespace mtgauge {

// Orders the metrics by their values (equal ones keep their order; NaN is left out), calls `test`
// for each pair's difference and p, corrects p, and computes clusters and ranks.
using PairTestFunction = std::function<MetricPair(uint32_t better, uint32_t worse)>;
TestedMeasure RankMetrics(const EvaluateOptions& options, const Measure& measure,
                          std::span<const double> values, const PairTestFunction& test);

// Computes the interval and standard error from MeasureEstimate::resampled; resamples without a
// value are left out.
void DescribeResamples(double alpha, MeasureEstimate& estimate);

// Fills Study::pairs from its points.
void CompareSeries(Study& study);

// Returns the name of a metric, or of the rater in its place.
const std::string& NameIn(const EvaluationSet& set, const Evaluation& evaluation, size_t metric);

// Returns the mean of one measure over the evaluations of a criterion, or over all if it is empty.
// For a pooled measure the evaluations are weighted (Measured::weight). NaN if one has no value,
// unless that is due to its rater, who is left out.
double MeanOverEvaluations(const EvaluationSet& set, size_t metric, size_t measure,
                           const std::string& criterion);
// Returns true if some measures are shares, from 0 to 1, and others are correlations.
bool MixesShares(std::span<const Measure* const> measures);
// Returns the mean of MeanOverEvaluations() over all measures; if there are also shares, a
// correlation r counts as (1 + r) / 2, as in WMT23. NaN if one has no value.
double MeanOverMeasures(const EvaluationSet& set, size_t metric);

}  // namespace mtgauge
