// Single-step, step-down and step-up adjustments, and the counts of max-T.
#include "core/stats/random/multiplicity.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>

namespace mtgauge {
namespace {

// Returns indices in the order of ascending values; equal values stay in input order.
std::vector<uint32_t> Ascending(std::span<const double> values) {
  std::vector<uint32_t> order(values.size());
  std::iota(order.begin(), order.end(), 0);
  std::stable_sort(order.begin(), order.end(),
                   [values](uint32_t a, uint32_t b) { return values[a] < values[b]; });
  return order;
}

bool IsFamily(std::span<const double> p) {
  return std::all_of(p.begin(), p.end(), [](double x) { return x >= 0 && x <= 1; });
}

std::vector<double> Refused(std::span<const double> p) {
  return std::vector<double>(p.size(), std::numeric_limits<double>::quiet_NaN());
}

// Returns adjust(p) of each, independent of its rank.
template <typename Adjust>
std::vector<double> SingleStep(std::span<const double> p, const Adjust& adjust) {
  if (!IsFamily(p)) return Refused(p);
  std::vector<double> adjusted(p.size());
  std::transform(p.begin(), p.end(), adjusted.begin(), adjust);
  return adjusted;
}

// Applies adjust(p, rank) and a running minimum, from the largest p (rank m) to the least (rank 1).
template <typename Adjust>
std::vector<double> StepUp(std::span<const double> p, const Adjust& adjust) {
  if (!IsFamily(p)) return Refused(p);
  const std::vector<uint32_t> order = Ascending(p);
  std::vector<double> adjusted(p.size());
  double least = 1;
  for (size_t rank = p.size(); rank >= 1; --rank) {
    least = std::min(least, adjust(p[order[rank - 1]], static_cast<double>(rank)));
    adjusted[order[rank - 1]] = least;
  }
  return adjusted;
}

// 1 - (1 - p)^n, by squaring on the complements: 1 - (1 - a)(1 - b) = a + b(1 - a) loses no digits
// of a small p and needs no pow.
double AnyOf(double p, size_t n) {
  double any = 0;
  for (; n != 0; n /= 2) {
    if (n % 2 != 0) any += p * (1 - any);
    p += p * (1 - p);
  }
  return any;
}

// Returns the statistic, or 0 if it is undefined.
double Defined(double statistic) { return std::isnan(statistic) ? 0 : statistic; }

}  // namespace

std::vector<double> Bonferroni(std::span<const double> p) {
  const auto m = static_cast<double>(p.size());
  return SingleStep(p, [m](double x) { return std::min(1.0, m * x); });
}

std::vector<double> Sidak(std::span<const double> p) {
  return SingleStep(p, [m = p.size()](double x) { return AnyOf(x, m); });
}

std::vector<double> Holm(std::span<const double> p) {
  if (!IsFamily(p)) return Refused(p);
  const std::vector<uint32_t> order = Ascending(p);
  std::vector<double> adjusted(p.size());
  double most = 0;
  for (size_t i = 0; i < p.size(); ++i) {
    most = std::max(most, static_cast<double>(p.size() - i) * p[order[i]]);
    adjusted[order[i]] = std::min(1.0, most);
  }
  return adjusted;
}

std::vector<double> Hochberg(std::span<const double> p) {
  const auto m = static_cast<double>(p.size());
  return StepUp(p, [m](double x, double rank) { return (m - rank + 1) * x; });
}

std::vector<double> BenjaminiHochberg(std::span<const double> p) {
  const auto m = static_cast<double>(p.size());
  return StepUp(p, [m](double x, double rank) { return m * x / rank; });
}

std::vector<double> BenjaminiYekutieli(std::span<const double> p) {
  const auto m = static_cast<double>(p.size());
  double harmonic = 0;
  for (double rank = 1; rank <= m; ++rank) harmonic += 1 / rank;
  return StepUp(p, [m, harmonic](double x, double rank) { return harmonic * (m * x / rank); });
}

MaxT::MaxT(std::vector<double> observed) : observed_(std::move(observed)) {
  std::transform(observed_.begin(), observed_.end(), observed_.begin(), Defined);
  ascending_ = Ascending(observed_);
  counts_.resize(observed_.size());
}

double MaxT::Add(std::span<const double> statistics) {
  double most = -std::numeric_limits<double>::infinity();
  for (const uint32_t test : ascending_) {
    most = std::max(most, Defined(statistics[test]));
    counts_[test] += most >= observed_[test] ? 1 : 0;
  }
  ++resamples_;
  return most;
}

std::vector<double> MaxT::AdjustedP() const {
  std::vector<double> adjusted(observed_.size());
  uint64_t most = 0;
  for (auto test = ascending_.rbegin(); test != ascending_.rend(); ++test) {
    most = std::max(most, counts_[*test]);
    adjusted[*test] = static_cast<double>(most + 1) / static_cast<double>(resamples_ + 1);
  }
  return adjusted;
}

}  // namespace mtgauge
