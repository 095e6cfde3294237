// A metric whose segment scores come from elsewhere: the corpus score is their mean. It makes
// outside scores (COMET's, a person's) resample like any other metric.
#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <vector>

#include "core/metric/metric.h"

namespace mtgauge {

// How real numbers become the integers of rows: value = integer / denominator. Exact when all
// values have at most twelve decimals; otherwise rounded to a power of two that leaves room for the
// sum over all segments: 2^-40, or smaller where the standard errors of the means and of their
// differences call for it.
struct FixedPoint {
  double denominator = 1;

  int64_t ToInteger(double value) const;
};

// Chosen over all systems of one metric ([system][segment], NaN where a score is missing), so that
// equal scores are equal integers. `segments` is how many will be added up. An InputError when a
// value is infinite or too large to be added up, and when a system's scores, or the differences of
// two systems, vary too little for the size of the scores to be held.
absl::StatusOr<FixedPoint> ChooseFixedPoint(std::span<const std::vector<double>> values,
                                            uint64_t segments);

// Its rows are {integer, 1}; it reads no text.
std::unique_ptr<Metric> MakeMeanMetric(const FixedPoint& fixed_point);

}  // namespace mtgauge
