// Clusters of systems from their ranges of ranks.
#pragma once

#include <algorithm>
#include <cstddef>
#include <vector>

namespace mtgauge {

// Numbers the clusters of systems in order of rank: a line is drawn where no range crosses it.
// Ranked has `low`, `high` (from 1) and `cluster`.
template <typename Ranked>
void ClusterByRanges(std::vector<Ranked>& ranks) {
  std::vector<bool> crossed(ranks.size() + 1);  // [k]: between the ranks k and k + 1
  for (const Ranked& rank : ranks) {
    std::fill(crossed.begin() + rank.low, crossed.begin() + rank.high, true);
  }
  for (size_t i = 0; i < ranks.size(); ++i) {
    ranks[i].cluster = i == 0 ? 1 : ranks[i - 1].cluster + (crossed[i] ? 0 : 1);
  }
}

}  // namespace mtgauge
