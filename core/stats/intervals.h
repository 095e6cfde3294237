// Confidence intervals and what else is read off resamples. An interval is at level 1 - alpha, with
// 0 < alpha < 1. `sorted` are the statistic's resamples in ascending order. No resample is NaN; of
// no resamples every interval is.
#pragma once

#include <cstdint>
#include <span>
#include <string_view>

#include "mtgauge/compare.h"

namespace mtgauge {

// The alpha/2 and 1 - alpha/2 quantiles, interpolated as numpy does.
Interval PercentileInterval(std::span<const double> sorted, double alpha);
// The same quantiles reflected at the observed value (Davison & Hinkley 1997, 5.2.1).
Interval BasicInterval(std::span<const double> sorted, double observed, double alpha);

// Bias-corrected and accelerated (Efron 1987); digits as scipy.stats.bootstrap.
struct BcaResult {
  Interval interval;
  std::string_view undefined;  // why there is none; empty when there is one
};
// jackknife: the statistic with each unit left out once.
BcaResult BcaInterval(std::span<const double> sorted, double observed,
                      std::span<const double> jackknife, double alpha);

// The order statistics s[k] and s[B - k - 1] with k = floor(B * alpha / 2), B/40 for alpha = 0.05:
// the interval of Koehn (2004) as sacreBLEU and Moses take it.
Interval OrderInterval(std::span<const double> sorted, double alpha);
// 0.5 * (high - low): the number behind sacreBLEU's +-.
double HalfWidth(const Interval& interval);

// The half-width r of the interval d +- r that leaves out 0 exactly when the test is significant,
// that is when (c + 1) / (B + 1) <= alpha with c = #{deviations >= |d|}. Infinite when B is so
// small that no d could be. deviations: |d* - d| of every resample, or max |t*| for a simultaneous
// interval; they are reordered.
double SymmetricRadius(std::span<double> deviations, double alpha);

// The least true difference that a two-sided test at level alpha finds with probability `power`, by
// the normal approximation; se is the standard error of the difference.
double MinimalDetectable(double se, double alpha, double power);

// Standard error of a p-value that was counted over B resamples.
double MonteCarloError(double p, uint64_t resamples);

}  // namespace mtgauge
