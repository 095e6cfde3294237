// All swaps of a few units: the exact distribution of a randomization test instead of a sample.
#pragma once

#include <cstdint>
#include <functional>
#include <span>

namespace mtgauge {

// 2^20 swaps take about as long as 2^20 shuffles; with more units, sampling is precise enough.
inline constexpr uint64_t kMostEnumeratedUnits = 20;

// Calls visit(sums) for each of the 2^units subsets of the units. sums[c] is the sum of column c
// over the subset. The empty subset, which is the observed data, comes first. rows: units * columns
// values, unit by unit; units <= kMostEnumeratedUnits.
//
// With the rows of all systems side by side, one pass serves all pairs: if the units of the subset
// are swapped, system a has total_a - sums_a + sums_b.
void EnumerateSubsets(std::span<const int64_t> rows, uint32_t columns,
                      const std::function<void(std::span<const int64_t> sums)>& visit);

}  // namespace mtgauge
