// A metric with segment scores from outside: the corpus score is their mean. With it, outside
// scores (COMET's, human ones) can be resampled like any other metric.
#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <vector>

#include "core/contract/metric.h"

namespace mtgauge {

// The conversion of real numbers to the integers of rows: value = integer / denominator. Exact if
// all values have at most twelve decimals. Otherwise values are rounded to a power of two that
// leaves room for the sum over all segments: 2^-40, or less if the standard errors of the means or
// of their differences require it.
struct FixedPoint {
  double denominator = 1;

  int64_t ToInteger(double value) const;
};

// Chooses one fixed point for all systems of a metric ([system][segment], NaN for a missing score),
// so that equal scores become equal integers. `segments` is the number that will be added up.
// Returns an InputError if a value is infinite or too large to add up, or if a system's scores, or
// the differences of two systems, vary too little relative to their size.
Result<FixedPoint> ChooseFixedPoint(std::span<const std::vector<double>> values, uint64_t segments);

// Its rows are {integer, 1}. It reads no text.
std::unique_ptr<Metric> MakeMeanMetric(const FixedPoint& fixed_point);

}  // namespace mtgauge
