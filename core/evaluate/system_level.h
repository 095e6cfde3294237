// Agreement about whole systems: the order of pairs, the size of their differences, the certainty
// of a difference. Also, how well a metric distinguishes systems at all.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "core/evaluate/score_grid.h"

namespace mtgauge {

// The pairs of systems that both sides order in the same way, including ties (Kocmi et al. 2021).
// Counts of several language pairs are added up.
struct PairAccuracy {
  uint64_t agreeing = 0, pairs = 0;
};
PairAccuracy PairwiseAccuracy(std::span<const double> human, std::span<const double> metric);

// Computes Pearson's correlation of the differences between two systems, over all pairs (Coughlin
// 2003; Lavie, Sagae & Jayaraman 2004). It depends on which system of a pair comes first: the
// earlier one, or the one with the better human score (the earlier one if they are equal).
enum class Orientation { kInput, kHuman };
double DifferentialPearson(std::span<const double> human, std::span<const double> metric,
                           Orientation orientation);

// Returns the one-sided p of each pair of systems under random signs of the segments: the
// share of `draws` in which the difference of the sums is at least the observed one. rows:
// integers, system by system, none missing. The signs are those of numpy.random.default_rng(seed),
// so p equals what WMT's evaluation computes with seed 4 and 1,000 draws. [i * systems + j], i < j,
// is P(d* >= d), d = i - j; the rest is 0. With SpaTies::kHalf, d* = d counts half.
std::vector<double> SignFlipP(std::span<const int64_t> rows, uint32_t systems,
                              SpaTies ties = SpaTies::kFirst, uint64_t seed = 4,
                              uint32_t draws = 1000);

// Returns the soft pairwise accuracy (Thompson et al. 2024): 1 minus the mean distance between the
// p of the human scores and of the metric. NaN with fewer than two systems.
double SoftPairwiseAccuracy(std::span<const double> human_p, std::span<const double> metric_p,
                            uint32_t systems);

// Doddington (2002): the variance of the systems' means divided by the pooled variance within
// systems, for scores of documents or of reference sets. Missing scores are ignored.
struct FRatio {
  double ratio = 0;
  double between = 0, within = 0;  // the variances
  // The F of a one-way analysis of variance and its p. F is the ratio times the number of documents
  // if it is the same for all systems.
  double f = 0, p = 1;
};
FRatio ComputeFRatio(const ScoreGrid& scores);

}  // namespace mtgauge
