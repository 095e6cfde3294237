// rng:mtg1, the generator of native resamples: exact multinomial counts from a keyed stream.
//
// A resample of n units is a vector of counts with sum n, distributed like n uniform draws with
// replacement. It is generated block by block (4,096 units aligned to the global index). Each block
// has its own stream, keyed by (seed, resample, stratum, block, attempt), so any thread, batch or
// shard can generate the counts of its own blocks and all agree. docs/statistics.md proves the law:
// total variation distance at most n * 2^-53 from the multinomial, given ideal random bits.
//
// The output of this file and its counterpart loops in core/simd is frozen: a generator with
// different output needs a different name.
#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <utility>
#include <vector>

#include "core/simd/kernels.h"
#include "core/stats/row_store.h"

namespace mtgauge {

// The largest count that a kernel multiplies; the excess goes to BlockCounts::spill.
inline constexpr uint32_t kMostCount = 64;

// Identifies one resample of one stratum.
struct ResampleKey {
  uint64_t seed = 0;
  uint64_t resample = 0;
  uint32_t stratum = 0;
};

// How often each unit of a block is drawn. counts[i] <= kMostCount; the counts are zero from the
// last unit up to the next multiple of 64.
struct BlockCounts {
  alignas(64) uint8_t counts[kBlockSegments];
  std::vector<std::pair<uint32_t, uint32_t>> spill;  // (unit, further draws of it)
};

// A Poisson law in integers: maps 64 random bits u to first + the number of thresholds <= u. Every
// cumulative probability is within 2^-63 of the true one.
struct PoissonLaw {
  PoissonLaw() = default;
  // The mean is numerator / denominator, at most kBlockSegments; both are in [1, kBlockSegments].
  PoissonLaw(uint32_t numerator, uint32_t denominator);

  uint32_t Value(uint64_t u) const;

  uint32_t first = 0;
  std::vector<uint64_t> threshold;       // ascending
  std::array<uint16_t, 257> guide = {};  // [k]: number of thresholds less than k * 2^56
};

// Converts the law for Kernels::poisson_counts. The mean must be in [7/16, 1).
PoissonTable MakePoissonTable(const PoissonLaw& law);

// Bootstrap with replacement over `units` units. Immutable; safe for concurrent use.
class Bootstrap {
 public:
  // part: 1, or 2 for resamples of half as many draws, rounded down.
  explicit Bootstrap(uint64_t units, uint32_t part = 1);

  uint64_t units() const { return units_; }
  uint64_t draws() const { return units_ / part_; }
  uint64_t blocks() const { return (units_ + kBlockSegments - 1) / kBlockSegments; }

  // Draws the totals of the blocks: blocks() numbers with sum draws(). Returns the number of
  // rejected attempts.
  uint32_t BlockTotals(const ResampleKey& key, std::span<uint32_t> totals) const;
  // Draws the counts of one block given its total, whatever that is. Blocks may be drawn in any
  // order and by any thread. Returns the number of rejected attempts.
  uint32_t CountBlock(const ResampleKey& key, uint64_t block, uint32_t total,
                      BlockCounts& out) const;

 private:
  // Common to the blocks of one size.
  struct BlockLaw {
    BlockLaw(uint32_t units, uint32_t part, bool among_others);

    uint32_t units;
    uint32_t root;       // floor(sqrt(units))
    PoissonLaw total;    // of the draws in the block, if there are other blocks
    PoissonTable cells;  // of the draws of one unit, if there are enough units
  };
  const BlockLaw& LawOf(uint64_t block) const {
    return block < units_ / kBlockSegments ? full_ : last_;
  }

  uint64_t units_;
  uint32_t part_;
  BlockLaw full_, last_;
};

// Tosses a fair coin for each unit of a block: 1 = swap. For approximate randomization.
void CoinBlock(const ResampleKey& key, uint64_t block, uint32_t units, BlockCounts& out);

// Chooses a uniform half, units / 2 distinct ones of `units`, as bits: (units + 63) / 64 words of
// 64 units, low bit first.
void HalfMask(const ResampleKey& key, uint64_t units, std::span<uint64_t> mask);

// Uniform draws one by one, from a separate stream, for uses without a kernel.
class KeyedDraws {
 public:
  KeyedDraws(const ResampleKey& key, uint64_t block);

  // Returns a uniform number in [0, n), n >= 1.
  uint64_t Below(uint64_t n);

 private:
  uint64_t state_[4];
};

}  // namespace mtgauge
