// Ranks the differences; counts sign patterns by dynamic programming, or uses the normal tail.
#include "core/judgements/wilcoxon.h"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <numeric>
#include <vector>

#include "core/base/nan.h"
#include "core/stats/normal.h"

namespace mtgauge {
namespace {

// SciPy's limits of the exact test.
constexpr size_t kMostUntied = 50, kMostTied = 13;

// All ranks are doubled, so that mean ranks are whole numbers.
struct SignedRanks {
  std::vector<uint64_t> doubled;  // of all nonzero differences
  uint64_t positive = 0;          // sum of the doubled ranks of positive differences
  double ties = 0;                // sum of t^3 - t over groups of t equal ones
};

SignedRanks RankNonzero(std::span<const double> differences) {
  std::vector<double> sorted;
  for (const double difference : differences) {
    if (difference != 0) sorted.push_back(difference);
  }
  std::sort(sorted.begin(), sorted.end(),
            [](double a, double b) { return std::fabs(a) < std::fabs(b); });
  SignedRanks ranks;
  ranks.doubled.reserve(sorted.size());
  for (size_t begin = 0, end = 0; begin < sorted.size(); begin = end) {
    while (end < sorted.size() && std::fabs(sorted[end]) == std::fabs(sorted[begin])) ++end;
    const uint64_t doubled = begin + 1 + end;  // the first rank and the last one
    for (size_t k = begin; k < end; ++k) {
      ranks.doubled.push_back(doubled);
      if (sorted[k] > 0) ranks.positive += doubled;
    }
    const auto equal = static_cast<double>(end - begin);
    ranks.ties += equal * equal * equal - equal;
  }
  return ranks;
}

// [s]: the number of sign patterns in which the positive ranks have sum s; adds one more rank.
void AddRank(uint64_t rank, std::vector<uint64_t>& patterns) {
  patterns.resize(patterns.size() + rank);
  for (size_t sum = patterns.size(); sum-- > rank;) patterns[sum] += patterns[sum - rank];
}

// The patterns of the ranks 2, 4, ..., 2n. They are below 2^50.
const std::vector<uint64_t>& UntiedPatterns(size_t n) {
  static const std::vector<std::vector<uint64_t>> tables = [] {
    std::vector<std::vector<uint64_t>> made = {{1}};
    for (uint64_t rank = 1; rank <= kMostUntied; ++rank) {
      made.push_back(made.back());
      AddRank(2 * rank, made.back());
    }
    return made;
  }();
  return tables[n];
}

WilcoxonP ExactP(const std::vector<uint64_t>& patterns, uint64_t positive) {
  const auto at = patterns.begin() + static_cast<std::ptrdiff_t>(positive);
  const uint64_t below = std::accumulate(patterns.begin(), at, uint64_t{0});
  const uint64_t above = std::accumulate(at + 1, patterns.end(), uint64_t{0});
  const auto all = static_cast<double>(below + *at + above);
  const double less = static_cast<double>(below + *at) / all;
  const double greater = static_cast<double>(above + *at) / all;
  return {std::min(1.0, 2 * std::min(less, greater)), greater, less, true};
}

WilcoxonP NormalP(const SignedRanks& ranks) {
  const auto n = static_cast<double>(ranks.doubled.size());
  const double mean = n * (n + 1) / 4;
  const double variance = (n * (n + 1) * (2 * n + 1) - ranks.ties / 2) / 24;
  const double z = (static_cast<double>(ranks.positive) / 2 - mean) / std::sqrt(variance);
  return {2 * NormalCdf(-std::fabs(z)), NormalCdf(-z), NormalCdf(z), false};
}

}  // namespace

WilcoxonP Wilcoxon(std::span<const double> differences) {
  constexpr WilcoxonP kUndefined = {kNaN, kNaN, kNaN, false};
  for (const double difference : differences) {
    if (std::isnan(difference)) return kUndefined;
  }
  const SignedRanks ranks = RankNonzero(differences);
  if (ranks.doubled.empty()) return kUndefined;
  const bool untied = ranks.ties == 0 && ranks.doubled.size() == differences.size();
  if (untied && differences.size() <= kMostUntied) {
    return ExactP(UntiedPatterns(differences.size()), ranks.positive);
  }
  if (differences.size() > kMostTied) return NormalP(ranks);
  std::vector<uint64_t> patterns = {1};
  for (const uint64_t rank : ranks.doubled) AddRank(rank, patterns);
  return ExactP(patterns, ranks.positive);
}

}  // namespace mtgauge
