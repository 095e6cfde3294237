// Sums of scores under random signs, and how often they set two systems further apart than they
// are: the p of soft pairwise accuracy (Thompson et al. 2024). Integers, so that no sum depends on
// order.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "mtgauge/evaluate.h"

namespace mtgauge {

// One sign per item and draw, as numpy.random.default_rng(seed) draws them in mt-metrics-eval.
// Immutable, safe for concurrent use.
class RandomSigns {
 public:
  explicit RandomSigns(size_t items, uint64_t seed = 4, uint32_t draws = 1000);

  size_t items() const { return items_; }
  uint32_t draws() const { return draws_; }

  // Adds up the columns under the signs of each draw. rows: [item * columns + column]. Returns
  // [column * draws() + draw]. Sums must fit.
  template <typename Integer>
  std::vector<Integer> Sum(std::span<const Integer> rows, size_t columns) const;

 private:
  size_t items_;
  uint32_t draws_;
  std::vector<uint8_t> plus_;  // [group of eight items][draw]; a bit is 1 for plus
};

// Returns p of each pair of systems: [i * systems + j], i < j; 0 elsewhere. sums: [system * draws +
// draw], under random signs. totals: [system], without.
template <typename Integer>
std::vector<double> ExceedanceP(std::span<const Integer> sums, std::span<const Integer> totals,
                                uint32_t draws, SpaTies ties);

}  // namespace mtgauge
