// Pairs of outputs as ordered by human scores and by a metric, and the rank correlations computed
// from their counts.
#pragma once

#include <cstdint>
#include <span>

namespace mtgauge {

// Counts of the n (n - 1) / 2 pairs of n outputs.
struct PairCounts {
  int64_t concordant = 0, discordant = 0;
  int64_t human_ties = 0, metric_ties = 0;  // tied only on this side
  int64_t both_ties = 0;

  int64_t all() const { return concordant + discordant + human_ties + metric_ties + both_ties; }
  // Returns the pairs in which the metric agrees with the human scores, including ties (Deutsch,
  // Foster & Freitag 2023).
  int64_t agreeing() const { return concordant + both_ties; }
  PairCounts& operator+=(const PairCounts& other);
  friend bool operator==(const PairCounts&, const PairCounts&) = default;
};

// Counts a metric's scores as tied if they are at most eps >= 0 apart. No value may be NaN. O(n log
// n).
PairCounts CountPairs(std::span<const double> human, std::span<const double> metric,
                      double eps = 0);

// Counts the pairs whose human scores are at least `threshold` > 0 apart. A pair is concordant if
// the metric orders it the same way, otherwise (also if the metric ties it) discordant: the tau of
// WMT's evaluations of 2017 to 2020 (Ma et al. 2018).
PairCounts CountDistantPairs(std::span<const double> human, std::span<const double> metric,
                             double threshold);

// These return NaN if there is no pair to divide by.
double TauB(const PairCounts& counts);  // Kendall (1945)
// Stuart (1953), for n outputs; `least_distinct` is the number of distinct values on the side with
// fewer.
double TauC(const PairCounts& counts, uint64_t n, uint64_t least_distinct);
double Tau23(const PairCounts& counts);    // 2 agreeing / all - 1
double Acc23(const PairCounts& counts);    // agreeing / all, WMT's acc_eq
double TauLike(const PairCounts& counts);  // (concordant - discordant) / (concordant + discordant)

}  // namespace mtgauge
