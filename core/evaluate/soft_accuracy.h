// Soft pairwise accuracy over resampled items, and with the scores of two metrics swapped. The
// signs stay the same.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "core/evaluate/random_signs.h"
#include "core/evaluate/score_grid.h"

namespace mtgauge {

// Returns the items that have a score for every system.
std::vector<uint32_t> CompleteItems(const ScoreGrid& scores);

// p of sign flips over resampled items. Immutable, safe for concurrent use.
class ResampledFlips {
 public:
  // Uses these items, with the systems in this order. Scores are rounded to at most 31 bits for the
  // sum of all.
  ResampledFlips(const ScoreGrid& scores, std::span<const uint32_t> order,
                 std::vector<uint32_t> items, SpaTies ties);

  // Returns SideScores::flips if item i is drawn counts[i] times.
  std::vector<double> P(std::span<const uint32_t> counts) const;

 private:
  uint32_t systems_;
  std::vector<uint32_t> items_;
  std::vector<int32_t> rows_;  // [item * systems + system]
  RandomSigns signs_;
  SpaTies ties_;
};

// The test of mt-metrics-eval (CompareMetricsWithPairwiseConfidenceError): both metrics are
// standardized over all cells, and each cell's two scores are swapped with probability 1/2.
// Immutable, safe for concurrent use.
class SwappedFlips {
 public:
  // human: SideScores::flips. `items` must be complete in all metrics.
  SwappedFlips(std::vector<double> human, std::span<const ScoreGrid* const> metrics,
               std::span<const uint32_t> order, std::vector<uint32_t> items, SpaTies ties);

  size_t cells() const { return items_ * systems_; }
  // keeps: cells() bytes, 1 if a cell keeps its score. Returns [a * metrics + b], the soft pairwise
  // accuracy of the scores of a in kept cells and of b elsewhere; 0 on the diagonal.
  std::vector<double> Draw(std::span<const uint8_t> keeps) const;

 private:
  uint32_t systems_;
  size_t items_, metrics_;
  std::vector<double> human_;
  std::vector<int32_t> rows_;    // [item * columns + metric * systems + system]
  std::vector<int32_t> sums_;    // of rows_ under the signs: [column * draws + draw]
  std::vector<int32_t> totals_;  // [column]
  RandomSigns signs_;
  SpaTies ties_;
};

}  // namespace mtgauge
