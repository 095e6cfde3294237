// The matching that takes the most similar pair first.
#include <algorithm>

#include "core/spans/span_pairs.h"

namespace mtgauge {
namespace {

struct SimilarPair {
  uint32_t predicted, gold;
  double similarity;
};

double LengthsOf(const ErrorSpan& a, const ErrorSpan& b) {
  return static_cast<double>(a.end - a.start) + static_cast<double>(b.end - b.start);
}

}  // namespace

std::vector<SpanPair> MatchGreedily(std::span<const ErrorSpan> predicted,
                                    std::span<const ErrorSpan> gold, const SpanRule& rule) {
  std::vector<SimilarPair> candidates;
  for (uint32_t p = 0; p < predicted.size(); ++p) {
    for (uint32_t g = 0; g < gold.size(); ++g) {
      const double overlap = OverlapOf(predicted[p], gold[g]);
      const double dice = 2 * overlap / LengthsOf(predicted[p], gold[g]);
      const double similarity = dice * PairFactor(predicted[p], gold[g], rule);
      if (similarity > 0) candidates.push_back({p, g, similarity});
    }
  }
  std::stable_sort(
      candidates.begin(), candidates.end(),
      [](const SimilarPair& a, const SimilarPair& b) { return a.similarity > b.similarity; });
  std::vector<bool> predicted_taken(predicted.size()), gold_taken(gold.size());
  std::vector<SpanPair> matched;
  for (const auto& [p, g, similarity] : candidates) {
    if (predicted_taken[p] || gold_taken[g]) continue;
    predicted_taken[p] = gold_taken[g] = true;
    if (const auto pair = PairOf(predicted, gold, p, g, rule)) matched.push_back(*pair);
  }
  return matched;
}

}  // namespace mtgauge
