// Rankings from pairwise tests. Systems are numbered by score, from 0 for the best. beats(i, j)
// returns whether i is significantly better than j; it is only called for i < j.
#pragma once

#include <cstdint>
#include <functional>
#include <vector>

namespace mtgauge {

using Beats = std::function<bool(uint32_t i, uint32_t j)>;

// Returns cluster numbers from 1, as in WMT's tables: a line is drawn before k only if every system
// above beats every system below.
std::vector<uint32_t> WmtClusters(uint32_t systems, const Beats& beats);

// Returns ranks from 1, as mt-metrics-eval's AssignRanks: a new rank starts at k if any system
// since the start of the current rank beats k.
std::vector<uint32_t> GreedyRanks(uint32_t systems, const Beats& beats);

// The ranks that a system may have according to the tests, 1 being the best: after all systems that
// beat it, before all that it beats.
struct RankRange {
  uint32_t low = 1, high = 1;
};
std::vector<RankRange> RankRanges(uint32_t systems, const Beats& beats);

}  // namespace mtgauge
