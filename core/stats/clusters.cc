// Three ways to read a ranking from one table of pairwise tests.
#include "core/stats/clusters.h"

#include <algorithm>

namespace mtgauge {

std::vector<uint32_t> WmtClusters(uint32_t systems, const Beats& beats) {
  // firm[k]: every system above k beats every system from k on. An undecided pair (i, j) rules out
  // all lines between i and j.
  std::vector<bool> firm(systems, true);
  for (uint32_t i = 0; i < systems; ++i) {
    for (uint32_t j = i + 1; j < systems; ++j) {
      if (!beats(i, j)) std::fill(firm.begin() + i + 1, firm.begin() + j + 1, false);
    }
  }
  std::vector<uint32_t> clusters(systems, 1);
  for (uint32_t k = 1; k < systems; ++k) clusters[k] = clusters[k - 1] + (firm[k] ? 1 : 0);
  return clusters;
}

std::vector<uint32_t> GreedyRanks(uint32_t systems, const Beats& beats) {
  std::vector<uint32_t> ranks(systems, 1);
  uint32_t start = 0;
  for (uint32_t k = 1; k < systems; ++k) {
    bool beaten = false;
    for (uint32_t i = start; i < k && !beaten; ++i) beaten = beats(i, k);
    if (beaten) start = k;
    ranks[k] = ranks[k - 1] + (beaten ? 1 : 0);
  }
  return ranks;
}

std::vector<RankRange> RankRanges(uint32_t systems, const Beats& beats) {
  std::vector<RankRange> ranges(systems, {1, systems});
  for (uint32_t i = 0; i < systems; ++i) {
    for (uint32_t j = i + 1; j < systems; ++j) {
      if (!beats(i, j)) continue;
      --ranges[i].high;
      ++ranges[j].low;
    }
  }
  return ranges;
}

}  // namespace mtgauge
