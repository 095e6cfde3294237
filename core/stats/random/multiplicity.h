// Multiple tests: p-values adjusted for their number. An adjusted p <= alpha is a rejection.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

namespace mtgauge {

// Return adjusted p-values in the order of the given ones; equal p give equal results. If a family
// contains NaN, or anything outside [0, 1], all its results are NaN.
//
// The first four bound the probability of any false rejection (Sidak and Hochberg under
// independence or positive dependence), the last two the expected share of false rejections among
// all rejections.
std::vector<double> Bonferroni(std::span<const double> p);
std::vector<double> Sidak(std::span<const double> p);               // Sidak (1967), single step
std::vector<double> Holm(std::span<const double> p);                // Holm (1979)
std::vector<double> Hochberg(std::span<const double> p);            // Hochberg (1988)
std::vector<double> BenjaminiHochberg(std::span<const double> p);   // 1995
std::vector<double> BenjaminiYekutieli(std::span<const double> p);  // 2001, any dependence

// Step-down max-T (Westfall & Young 1993, algorithm 4.1): bounds the probability of any false
// rejection and uses the dependence between the tests instead of assuming the worst case.
// Statistics are absolute values, |d|/se observed and |d* - d|/se in a resample. NaN (0/0: a
// difference that never varies) counts as 0.
//
// Uses O(tests) memory. Not thread-safe.
class MaxT {
 public:
  explicit MaxT(std::vector<double> observed);

  // Adds one resample; statistics[i] belongs to observed[i]. Returns the largest statistic. Its
  // alpha quantile over all resamples gives the half-width of simultaneous intervals,
  // SymmetricRadius(maxima, alpha) * se.
  double Add(std::span<const double> statistics);
  // (count + 1) / (resamples + 1) with a running maximum, in the order of `observed`.
  std::vector<double> AdjustedP() const;

 private:
  std::vector<double> observed_;
  std::vector<uint32_t> ascending_;  // tests from the least to the most significant
  std::vector<uint64_t> counts_;     // by test
  uint64_t resamples_ = 0;
};

}  // namespace mtgauge
