// The matching of the greatest sum of credits.
#include <algorithm>
#include <cmath>

#include "core/algo/alignment/assignment.h"
#include "core/spans/span_pairs.h"

namespace mtgauge {
namespace {

// Returns the power of ten by which credits become whole numbers of 32 bits. Penalties of a few
// decimals are then exact.
double ScaleOf(std::span<const SpanPair> pairs) {
  double most = 1;
  for (const SpanPair& pair : pairs) most = std::max(most, pair.to_gold);
  double scale = 1;
  while (scale * 10 * most < static_cast<double>(UINT32_MAX)) scale *= 10;
  return scale;
}

}  // namespace

std::optional<std::vector<SpanPair>> MatchForSum(std::span<const SpanPair> pairs, size_t predicted,
                                                 size_t gold) {
  const double scale = ScaleOf(pairs);
  std::vector<WeightedEdge> edges;
  for (const SpanPair& pair : pairs) {
    const auto weight = static_cast<uint32_t>(std::lround(pair.to_gold * scale));
    if (weight > 0) edges.push_back({pair.predicted, pair.gold, weight});
  }
  Assignment assignment;
  uint64_t steps = 0;
  assignment.Greatest(edges, static_cast<uint32_t>(predicted), static_cast<uint32_t>(gold),
                      kMostSpanSteps, steps);
  if (steps > kMostSpanSteps) return std::nullopt;
  std::vector<SpanPair> matched;
  for (const SpanPair& pair : pairs) {
    if (assignment.PartnerOf(pair.predicted) == pair.gold) matched.push_back(pair);
  }
  return matched;
}

}  // namespace mtgauge
