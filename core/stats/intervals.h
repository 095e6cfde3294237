// Confidence intervals and other statistics of resamples. Intervals have level 1 - alpha, with 0 <
// alpha < 1. `sorted` contains the statistic's resamples in ascending order, without NaN. Without
// resamples, every interval is NaN.
#pragma once

#include <cstdint>
#include <span>
#include <string_view>

#include "mtgauge/compare.h"

namespace mtgauge {

// The alpha/2 and 1 - alpha/2 quantiles, interpolated as in numpy.
Interval PercentileInterval(std::span<const double> sorted, double alpha);
// The same quantiles reflected at the observed value (Davison & Hinkley 1997, 5.2.1).
Interval BasicInterval(std::span<const double> sorted, double observed, double alpha);

// Bias-corrected and accelerated (Efron 1987), with the same digits as scipy.stats.bootstrap.
struct BcaResult {
  Interval interval;
  std::string_view undefined;  // why there is none; empty if there is one
};
// jackknife: the statistic with each unit left out once.
BcaResult BcaInterval(std::span<const double> sorted, double observed,
                      std::span<const double> jackknife, double alpha);

// The order statistics s[k] and s[B - k - 1] with k = floor(B * alpha / 2), B/40 for alpha = 0.05:
// Koehn's interval (2004) as computed by sacreBLEU and Moses.
Interval OrderInterval(std::span<const double> sorted, double alpha);
// 0.5 * (high - low): the number after sacreBLEU's +-.
double HalfWidth(const Interval& interval);

// The half-width r of the interval d +- r that excludes 0 exactly when the test is significant,
// that is, when (c + 1) / (B + 1) <= alpha with c = #{deviations >= |d|}. Infinite if B is too
// small for any d to be significant. deviations: |d* - d| of every resample, or max |t*| for a
// simultaneous interval; they are reordered.
double SymmetricRadius(std::span<double> deviations, double alpha);

// The smallest true difference that a two-sided test at level alpha detects with probability
// `power`, by the normal approximation; se is the standard error of the difference.
double MinimalDetectable(double se, double alpha, double power);

// The standard error of a p-value counted over B resamples.
double MonteCarloError(double p, uint64_t resamples);

}  // namespace mtgauge
