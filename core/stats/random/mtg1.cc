// rng:mtg1: integer Poisson laws, keyed streams, and the exact multinomial in two levels.
#include "core/stats/random/mtg1.h"

#include <algorithm>
#include <bit>
#include <cassert>
#include <cstring>
#include <iterator>

#include "core/simd/kernel_resample.h"

namespace mtgauge {
namespace {

__extension__ using Wide = unsigned __int128;

// Smaller blocks are drawn unit by unit.
constexpr uint32_t kFewUnits = 256;

// The purpose of a stream.
enum Domain : uint64_t { kTotals, kCells, kCoins, kHalf, kDraws };

// The finalizer of SplitMix64 (Steele, Lea & Flood 2014, with the constants of Stafford's variant
// 13): a bijection.
uint64_t Mix(uint64_t z) {
  z = (z ^ (z >> 30)) * 0xBF58476D1CE4E5B9;
  z = (z ^ (z >> 27)) * 0x94D049BB133111EB;
  return z ^ (z >> 31);
}

// The 128-bit key of one stream, which seeds its generators with two runs of SplitMix64. The words
// that identify a stream are mixed in one after another, not added, so that neighbouring seeds,
// resamples, blocks or attempts have nothing in common.
class Key {
 public:
  Key(const ResampleKey& key, Domain domain, uint64_t block, uint32_t attempt) {
    const uint64_t words[] = {key.seed, key.resample, uint64_t{key.stratum} << 32 | attempt,
                              block << 3 | domain};
    for (const uint64_t word : words) {
      a_ = Mix(a_ ^ word);
      b_ = Mix(b_ ^ word);
    }
  }

  // Each state takes words of both runs, which do not repeat, so it is never zero.
  void Seed(uint64_t (&state)[4]) {
    for (int k = 0; k < 4; ++k) state[k] = NextOf(k);
  }
  void Seed(RandomLanes& random) {
    Seed(random.slow);
    for (int k = 0; k < 4; ++k) {
      for (uint64_t& word : random.lane[k]) word = NextOf(k);
    }
  }

 private:
  uint64_t NextOf(int k) { return Mix((k % 2 == 0 ? a_ : b_) += 0x9E3779B97F4A7C15); }

  // Digits of pi.
  uint64_t a_ = 0x243F6A8885A308D3;
  uint64_t b_ = 0x13198A2E03707344;
};

// Returns a uniform number below n >= 1, by Lemire's unbiased method (2019).
uint64_t Below(uint64_t n, uint64_t* state) {
  Wide product = Wide{simd::NextWord(state)} * n;
  if (static_cast<uint64_t>(product) < n) {
    const uint64_t reject = (0 - n) % n;
    while (static_cast<uint64_t>(product) < reject) product = Wide{simd::NextWord(state)} * n;
  }
  return static_cast<uint64_t>(product >> 64);
}

// The same for n <= 65536, with four tries per word.
class SmallDraws {
 public:
  SmallDraws(uint32_t n, uint64_t* state) : n_(n), reject_(65536 % n), state_(state) {}

  uint32_t Next() {
    for (;;) {
      if (left_ == 0) {
        word_ = simd::NextWord(state_);
        left_ = 4;
      }
      const uint32_t product = static_cast<uint32_t>(word_ & 0xFFFF) * n_;
      word_ >>= 16;
      --left_;
      if ((product & 0xFFFF) >= reject_) return product >> 16;
    }
  }

 private:
  uint32_t n_;
  uint32_t reject_;
  uint64_t* state_;
  uint64_t word_ = 0;
  uint32_t left_ = 0;
};

// Counts one more draw of a unit that already has kMostCount.
void Spill(uint32_t unit, BlockCounts& out) {
  for (auto& [spilled, draws] : out.spill) {
    if (spilled == unit) {
      ++draws;
      return;
    }
  }
  out.spill.emplace_back(unit, 1);
}

void AddDraws(uint32_t draws, uint32_t units, uint64_t* state, BlockCounts& out) {
  SmallDraws units_drawn(units, state);
  for (; draws > 0; --draws) {
    const uint32_t unit = units_drawn.Next();
    if (out.counts[unit] < kMostCount) {
      ++out.counts[unit];
    } else {
      Spill(unit, out);
    }
  }
}

// Zeroes the counts that a kernel wrote after the last unit. Returns their sum.
uint32_t ClearBehind(uint32_t units, uint8_t* counts) {
  uint32_t sum = 0;
  for (; units % 64 != 0; ++units) {
    sum += counts[units];
    counts[units] = 0;
  }
  return sum;
}

uint32_t GroupsOf(uint32_t units) { return (units + 63) / 64; }

// Returns probabilities relative to the mode's, which is 2^kModeBits, starting with the first value
// that is at least 2^-80 of it. Rounding errors add up to less than 2^-70.
constexpr int kModeBits = 92;
constexpr Wide kLeast = Wide{1} << (kModeBits - 80);

std::vector<Wide> RelativeProbabilities(uint32_t numerator, uint32_t denominator, uint32_t& first) {
  const uint32_t mode = numerator / denominator;
  std::vector<Wide> q;
  Wide value = Wide{1} << kModeBits;
  for (first = mode; first > 0; --first) {
    value = value * first * denominator / numerator;
    if (value < kLeast) break;
    q.push_back(value);
  }
  std::reverse(q.begin(), q.end());
  value = Wide{1} << kModeBits;
  for (uint32_t k = mode + 1; value >= kLeast; ++k) {
    q.push_back(value);
    value = value * numerator / (Wide{denominator} * k);
  }
  return q;
}

// floor(2^64 * part / whole), part < whole < 2^112.
uint64_t Fraction64(Wide part, Wide whole) {
  uint64_t fraction = 0;
  for (int i = 0; i < 4; ++i) {
    part <<= 16;
    fraction = fraction << 16 | static_cast<uint64_t>(part / whole);
    part %= whole;
  }
  return fraction;
}

}  // namespace

PoissonLaw::PoissonLaw(uint32_t numerator, uint32_t denominator) {
  const std::vector<Wide> q = RelativeProbabilities(numerator, denominator, first);
  Wide whole = 0;
  for (const Wide value : q) whole += value;
  Wide part = 0;
  for (size_t i = 0; i + 1 < q.size(); ++i) {
    part += q[i];
    threshold.push_back(Fraction64(part, whole));
  }
  for (const uint64_t t : threshold) ++guide[(t >> 56) + 1];
  for (size_t k = 1; k < guide.size(); ++k) {
    guide[k] = static_cast<uint16_t>(guide[k] + guide[k - 1]);
  }
}

uint32_t PoissonLaw::Value(uint64_t u) const {
  const auto begin = threshold.begin() + guide[u >> 56];
  const auto end = threshold.begin() + guide[(u >> 56) + 1];
  return first + static_cast<uint32_t>(std::upper_bound(begin, end, u) - threshold.begin());
}

PoissonTable MakePoissonTable(const PoissonLaw& law) {
  PoissonTable table{};
  assert(law.first == 0 && law.threshold.size() <= std::size(table.threshold));
  for (const uint64_t t : law.threshold) table.threshold[table.thresholds++] = t;
  uint8_t count = 0;
  for (uint32_t bin = 0; bin < 64; ++bin) {
    uint8_t edges[3] = {255, 255, 255};
    table.low[bin] = static_cast<uint8_t>(count | (bin == 63 ? kTailBin : 0));
    for (uint32_t n = 0; count < table.thresholds && table.threshold[count] >> 58 == bin; ++n) {
      if (n < 3) edges[n] = static_cast<uint8_t>(table.threshold[count] >> 50);
      table.low[bin] |= kSplitBin;
      ++count;
      assert(n == 0 || bin == 63);
    }
    table.edge[bin] = edges[0];
    table.second = edges[1];
    table.third = edges[2];
  }
  return table;
}

Bootstrap::BlockLaw::BlockLaw(uint32_t block_units, uint32_t part, bool among_others)
    : units(block_units), root(0), cells() {
  while ((root + 1) * (root + 1) <= units) ++root;
  if (among_others && units > 0) total = PoissonLaw(units, part);
  // The mean of their sum is two standard deviations below that of the block's total, so that about
  // one attempt in nine has too many draws.
  if (units >= kFewUnits) cells = MakePoissonTable(PoissonLaw(root - 2, root * part));
}

Bootstrap::Bootstrap(uint64_t units, uint32_t part)
    : units_(units),
      part_(part),
      full_(units < kBlockSegments ? 0 : kBlockSegments, part, units > kBlockSegments),
      last_(static_cast<uint32_t>(units % kBlockSegments), part, units > kBlockSegments) {
  assert(part == 1 || part == 2);
}

uint32_t Bootstrap::BlockTotals(const ResampleKey& key, std::span<uint32_t> totals) const {
  assert(totals.size() == blocks());
  if (totals.size() == 1) totals[0] = static_cast<uint32_t>(draws());
  if (totals.size() <= 1) return 0;
  for (uint32_t attempt = 0;; ++attempt) {
    uint64_t state[4];
    Key(key, kTotals, 0, attempt).Seed(state);
    uint64_t drawn = 0;
    for (size_t block = 0; block < totals.size(); ++block) {
      totals[block] = LawOf(block).total.Value(simd::NextWord(state));
      drawn += totals[block];
    }
    if (drawn > draws()) continue;
    for (; drawn < draws(); ++drawn) ++totals[Below(units_, state) / kBlockSegments];
    return attempt;
  }
}

uint32_t Bootstrap::CountBlock(const ResampleKey& key, uint64_t block, uint32_t total,
                               BlockCounts& out) const {
  const BlockLaw& law = LawOf(block);
  const uint32_t groups = GroupsOf(law.units);
  // If Poisson counts would hardly ever be few enough, make all draws one by one.
  const bool one_by_one = law.units < kFewUnits || total * part_ + 3 * law.root < law.units;
  out.spill.clear();
  for (uint32_t attempt = 0;; ++attempt) {
    RandomLanes random;
    Key(key, kCells, block, attempt).Seed(random);
    uint32_t drawn = 0;
    if (one_by_one) {
      std::memset(out.counts, 0, size_t{64} * groups);
    } else {
      drawn = ActiveKernels().poisson_counts(&law.cells, &random, groups, out.counts);
      drawn -= ClearBehind(law.units, out.counts);
    }
    if (drawn > total) continue;
    AddDraws(total - drawn, law.units, random.slow, out);
    return attempt;
  }
}

void CoinBlock(const ResampleKey& key, uint64_t block, uint32_t units, BlockCounts& out) {
  RandomLanes random;
  Key(key, kCoins, block, 0).Seed(random);
  ActiveKernels().coin_counts(&random, GroupsOf(units), out.counts);
  ClearBehind(units, out.counts);
  out.spill.clear();
}

void HalfMask(const ResampleKey& key, uint64_t units, std::span<uint64_t> mask) {
  assert(mask.size() == (units + 63) / 64);
  uint64_t state[4];
  Key(key, kHalf, 0, 0).Seed(state);
  for (uint64_t& word : mask) word = simd::NextWord(state);
  if (units % 64 != 0) mask.back() &= (uint64_t{1} << units % 64) - 1;
  uint64_t ones = 0;
  for (const uint64_t word : mask) ones += static_cast<uint64_t>(std::popcount(word));
  // Given its size, the set is uniform, and it remains so when random members leave or join.
  const bool leave = ones > units / 2;
  for (uint64_t wrong = leave ? ones - units / 2 : units / 2 - ones; wrong > 0;) {
    const uint64_t unit = Below(units, state);
    const uint64_t bit = uint64_t{1} << unit % 64;
    if (((mask[unit / 64] & bit) != 0) != leave) continue;
    mask[unit / 64] ^= bit;
    --wrong;
  }
}

KeyedDraws::KeyedDraws(const ResampleKey& key, uint64_t block) {
  Key(key, kDraws, block, 0).Seed(state_);
}

uint64_t KeyedDraws::Below(uint64_t n) { return mtgauge::Below(n, state_); }

}  // namespace mtgauge
