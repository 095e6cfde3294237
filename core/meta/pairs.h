// Pairs of outputs, as people and as a metric order them, and the rank correlations made of their
// counts.
#pragma once

#include <cstdint>
#include <span>

namespace mtgauge {

// The n (n - 1) / 2 pairs of n outputs.
struct PairCounts {
  int64_t concordant = 0, discordant = 0;
  int64_t human_ties = 0, metric_ties = 0;  // tied on this side alone
  int64_t both_ties = 0;

  int64_t all() const { return concordant + discordant + human_ties + metric_ties + both_ties; }
  // Where the metric says what people say, ties included (Deutsch, Foster & Freitag 2023).
  int64_t agreeing() const { return concordant + both_ties; }
  PairCounts& operator+=(const PairCounts& other);
  friend bool operator==(const PairCounts&, const PairCounts&) = default;
};

// A metric's scores are tied when they are at most eps >= 0 apart. No value is NaN. O(n log n).
PairCounts CountPairs(std::span<const double> human, std::span<const double> metric,
                      double eps = 0);

// Pairs that people score at least `threshold` > 0 apart; concordant if the metric orders them so,
// everything else, its ties included, discordant: the tau of WMT's evaluations of 2017 to 2020 (Ma
// et al. 2018).
PairCounts CountDistantPairs(std::span<const double> human, std::span<const double> metric,
                             double threshold);

// NaN where there is no pair to divide by.
double TauB(const PairCounts& counts);  // Kendall (1945)
// Stuart (1953): for n outputs with `least_distinct` values on the side that has fewer.
double TauC(const PairCounts& counts, uint64_t n, uint64_t least_distinct);
double Tau23(const PairCounts& counts);    // 2 agreeing / all - 1
double Acc23(const PairCounts& counts);    // agreeing / all, WMT's acc_eq
double TauLike(const PairCounts& counts);  // (concordant - discordant) / (concordant + discordant)

}  // namespace mtgauge
