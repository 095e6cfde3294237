// How far people who judged the same outputs agree.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "core/evaluate/pairs.h"
#include "core/judgements/rater_score.h"

namespace mtgauge {

// What makes two values differ: kNominal, that they are not equal; kOrdinal, how many values lie
// between them; kInterval, their distance.
enum class AlphaLevel { kNominal, kOrdinal, kInterval };

// A value that somebody gave to a unit. NaN is a missing one.
struct Rating {
  uint32_t unit = 0;
  double value = 0;
};

// Krippendorff's alpha (2011): 1 - observed / expected disagreement, over units with at least two
// ratings. NaN if there is no such unit, or if all their values are equal. O(n log n).
double KrippendorffAlpha(std::span<const Rating> ratings, AlphaLevel level);

// How two raters order the outputs of the same item. In the counts, `human` is `first` and `metric`
// is `second`.
struct RaterPair {
  uint32_t first = 0, second = 0;  // first < second
  uint64_t outputs = 0;            // judged by both, in items with at least two of them
  PairCounts counts;               // of pairs of outputs of one item
};

// Returns the pairs of raters that judged at least two outputs of one item in common, in order. A
// rater's judgements of one output are averaged first. TauB (core/evaluate/pairs.h) gives tau,
// Acc23 the agreement with ties.
std::vector<RaterPair> CompareRaters(std::span<const RaterScore> scores);
// The share of concordant pairs among those that both raters ordered; NaN without any.
double AgreementWithoutTies(const PairCounts& counts);

}  // namespace mtgauge
