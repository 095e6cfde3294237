// Order statistics, quantiles and the two corrections of BCa.
#include "core/stats/intervals.h"

#include <algorithm>
#include <cmath>
#include <functional>
#include <vector>

#include "core/stats/normal.h"
#include "core/stats/reductions.h"

namespace mtgauge {
namespace {

constexpr double kInfinity = std::numeric_limits<double>::infinity();

// Returns the largest k <= n with k / n <= share in doubles. floor(share * n) is off by one if the
// product is rounded across an integer, and would then disagree with the test p <= alpha.
uint64_t LargestCount(double share, uint64_t n) {
  const auto within = [&](uint64_t k) {
    return static_cast<double>(k) / static_cast<double>(n) <= share;
  };
  auto k = static_cast<uint64_t>(share * static_cast<double>(n));
  while (k > 0 && !within(k)) --k;
  while (k < n && within(k + 1)) ++k;
  return k;
}

// Bias correction (Efron 1987): the observed value's position among the resamples; ties count half.
double BiasCorrection(std::span<const double> sorted, double observed) {
  const auto [first, last] = std::equal_range(sorted.begin(), sorted.end(), observed);
  const auto below = static_cast<double>(first - sorted.begin());
  const auto up_to = static_cast<double>(last - sorted.begin());
  return NormalQuantile((below + up_to) / (2 * static_cast<double>(sorted.size())));
}

// Acceleration from the jackknife: a sixth of the skewness; NaN if all values are equal.
double Acceleration(std::span<const double> jackknife) {
  const double mean = NumpyMean(jackknife);
  std::vector<double> squares, cubes;
  for (const double value : jackknife) {
    const double distance = mean - value;
    squares.push_back(distance * distance);
    cubes.push_back(distance * distance * distance);
  }
  const double square = NumpySum(squares);
  return NumpySum(cubes) / (6 * (square * std::sqrt(square)));
}

}  // namespace

Interval PercentileInterval(std::span<const double> sorted, double alpha) {
  return {Percentile(sorted, alpha / 2), Percentile(sorted, 1 - alpha / 2)};
}

Interval BasicInterval(std::span<const double> sorted, double observed, double alpha) {
  const Interval plain = PercentileInterval(sorted, alpha);
  return {2 * observed - plain.high, 2 * observed - plain.low};
}

BcaResult BcaInterval(std::span<const double> sorted, double observed,
                      std::span<const double> jackknife, double alpha) {
  if (sorted.empty()) return {{}, "there are no resamples"};
  const double bias = BiasCorrection(sorted, observed);
  if (!std::isfinite(bias)) return {{}, "all resamples lie on one side of the observed value"};
  const double acceleration = Acceleration(jackknife);
  if (!std::isfinite(acceleration)) return {{}, "leaving out a unit never changes the value"};
  const double low = bias + NormalQuantile(alpha / 2), high = bias - NormalQuantile(alpha / 2);
  // Beyond its pole the correction would reverse the interval.
  if (acceleration * low >= 1 || acceleration * high >= 1) {
    return {{}, "the jackknife values are too skewed"};
  }
  const auto corrected = [&](double z) {
    return Percentile(sorted, NormalCdf(bias + z / (1 - acceleration * z)));
  };
  return {{corrected(low), corrected(high)}, {}};
}

Interval OrderInterval(std::span<const double> sorted, double alpha) {
  if (sorted.empty()) return {};
  const uint64_t k = LargestCount(alpha / 2, sorted.size());
  return {sorted[k], sorted[sorted.size() - k - 1]};
}

double HalfWidth(const Interval& interval) { return 0.5 * (interval.high - interval.low); }

double SymmetricRadius(std::span<double> deviations, double alpha) {
  const uint64_t k = LargestCount(alpha, deviations.size() + 1);
  if (k == 0) return kInfinity;
  const auto kth = deviations.begin() + static_cast<std::ptrdiff_t>(k - 1);
  std::nth_element(deviations.begin(), kth, deviations.end(), std::greater<>());
  return *kth;
}

double MinimalDetectable(double se, double alpha, double power) {
  return (NormalQuantile(power) - NormalQuantile(alpha / 2)) * se;
}

double MonteCarloError(double p, uint64_t resamples) {
  return std::sqrt(p * (1 - p) / static_cast<double>(resamples));
}

}  // namespace mtgauge
