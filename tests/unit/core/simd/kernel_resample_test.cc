// The kernels of resampling, every instruction set of this CPU, compared with plain definitions:
// eight generators one by one, thresholds counted one by one, sums of products one by one.
#include "core/simd/kernel_resample.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cstring>
#include <string>
#include <vector>

#include "core/simd/kernels.h"
#include "core/stats/random/mtg1.h"
#include "tests/support/kernel_sets.h"

namespace mtgauge {
namespace {

class EveryResampleSet : public testing::TestWithParam<const Kernels*> {};
INSTANTIATE_TEST_SUITE_P(Kernels, EveryResampleSet, test::EveryKernelSet(), test::NameOfSet);

// Bytes aligned to 64 bytes.
struct alignas(64) Line {
  uint8_t of[64];
};

class Bytes {
 public:
  explicit Bytes(size_t size, uint8_t value = 0) : lines_((size + 63) / 64) {
    std::memset(data(), value, 64 * lines_.size());
  }
  uint8_t* data() { return lines_[0].of; }
  uint8_t& operator[](size_t i) { return lines_[i / 64].of[i % 64]; }

 private:
  std::vector<Line> lines_;
};

// xoshiro256++ as published by its authors, one lane.
uint64_t Rotl(uint64_t x, int k) { return (x << k) | (x >> (64 - k)); }

struct NaiveXoshiro {
  uint64_t s[4];
  uint64_t Next() {
    const uint64_t result = Rotl(s[0] + s[3], 23) + s[0];
    const uint64_t t = s[1] << 17;
    s[2] ^= s[0];
    s[3] ^= s[1];
    s[1] ^= s[2];
    s[0] ^= s[3];
    s[2] ^= t;
    s[3] = Rotl(s[3], 45);
    return result;
  }
};

// The state of RandomLanes as nine single generators, the slow one last.
struct NaiveLanes {
  explicit NaiveLanes(const RandomLanes& random) {
    for (int k = 0; k < 4; ++k) {
      for (int i = 0; i < 8; ++i) lane[i].s[k] = random.lane[k][i];
      lane[8].s[k] = random.slow[k];
    }
  }
  std::vector<uint8_t> Step() {
    std::vector<uint8_t> bytes;
    for (int i = 0; i < 8; ++i) {
      const uint64_t word = lane[i].Next();
      for (int b = 0; b < 64; b += 8) bytes.push_back(static_cast<uint8_t>(word >> b));
    }
    return bytes;
  }
  NaiveXoshiro lane[9];
};

RandomLanes SomeLanes(uint64_t seed) {
  RandomLanes random;
  uint64_t state[4] = {seed, 2, 3, 4};
  for (int warm = 0; warm < 20; ++warm) simd::NextWord(state);
  for (auto& row : random.lane) {
    for (uint64_t& word : row) word = simd::NextWord(state);
  }
  for (uint64_t& word : random.slow) word = simd::NextWord(state);
  return random;
}

void ExpectState(const RandomLanes& random, const NaiveLanes& naive) {
  for (int k = 0; k < 4; ++k) {
    for (int i = 0; i < 8; ++i) ASSERT_EQ(random.lane[k][i], naive.lane[i].s[k]) << i;
    ASSERT_EQ(random.slow[k], naive.lane[8].s[k]);
  }
}

// The first outputs for the state 1, 2, 3, 4, which implementations of xoshiro256++ publish.
TEST(Xoshiro, GivesThePublishedWords) {
  uint64_t state[4] = {1, 2, 3, 4};
  for (const uint64_t word : {41943041ull, 58720359ull, 3588806011781223ull, 3591011842654386ull,
                              9228616714210784205ull, 9973669472204895162ull}) {
    EXPECT_EQ(simd::NextWord(state), word);
  }
}

// ---- counts ----

struct NaiveCounts {
  std::vector<uint8_t> counts;
  uint32_t sum = 0;
  uint32_t from_slow = 0;
};

NaiveCounts CountNaively(const PoissonTable& table, NaiveLanes& lanes, uint32_t groups) {
  NaiveCounts naive;
  const std::vector<uint64_t> thresholds(table.threshold, table.threshold + table.thresholds);
  for (uint32_t g = 0; g < groups; ++g) {
    const std::vector<uint8_t> high = lanes.Step();
    const std::vector<uint8_t> next = lanes.Step();
    for (int i = 0; i < 64; ++i) {
      const uint64_t prefix = (high[i] & 63u) << 8 | next[i];
      bool decided = prefix < (uint64_t{63} << 8 | table.third);
      for (const uint64_t t : thresholds) decided = decided && t >> 50 != prefix;
      const uint64_t low = decided ? 0 : lanes.lane[8].Next() >> 14;
      naive.from_slow += !decided;
      const uint64_t bits = prefix << 50 | low;
      naive.counts.push_back(static_cast<uint8_t>(
          std::count_if(thresholds.begin(), thresholds.end(), [&](auto t) { return t <= bits; })));
      naive.sum += naive.counts.back();
    }
  }
  return naive;
}

TEST_P(EveryResampleSet, PoissonCountsAreThresholdsCounted) {
  uint32_t from_slow = 0;
  for (uint32_t root = 16; root <= 64; ++root) {
    const PoissonTable table = MakePoissonTable(PoissonLaw(root - 2, root));
    const uint32_t groups = root == 64 ? 64 : root - 15;
    RandomLanes random = SomeLanes(root);
    NaiveLanes lanes(random);
    Bytes counts(64 * groups + 64, 0xEE);
    for (int call = 0; call < 5; ++call) {
      const NaiveCounts naive = CountNaively(table, lanes, groups);
      ASSERT_EQ(GetParam()->poisson_counts(&table, &random, groups, counts.data()), naive.sum);
      ASSERT_EQ(std::vector<uint8_t>(counts.data(), counts.data() + 64 * groups), naive.counts);
      ASSERT_NO_FATAL_FAILURE(ExpectState(random, lanes));
      ASSERT_EQ(counts[64 * groups], 0xEE);
      from_slow += naive.from_slow;
    }
  }
  EXPECT_GT(from_slow, 100u);
}

// Bits that a good generator almost never gives: constant lanes put every cell into one bin,
// including the first and the last.
TEST_P(EveryResampleSet, PoissonCountsOfDegenerateLanes) {
  const PoissonTable table = MakePoissonTable(PoissonLaw(62, 64));
  for (const uint64_t fill :
       {uint64_t{0}, ~uint64_t{0}, uint64_t{0x3F3F3F3F3F3F3F3F}, uint64_t{0x8080808080808080}}) {
    RandomLanes random{};
    for (auto& row : random.lane) std::fill_n(row, 8, fill);
    NaiveLanes lanes(random);
    Bytes counts(64 * 9);
    const NaiveCounts naive = CountNaively(table, lanes, 9);
    ASSERT_EQ(GetParam()->poisson_counts(&table, &random, 9, counts.data()), naive.sum) << fill;
    ASSERT_EQ(std::vector<uint8_t>(counts.data(), counts.data() + 64 * 9), naive.counts) << fill;
    ASSERT_NO_FATAL_FAILURE(ExpectState(random, lanes));
  }
}

TEST_P(EveryResampleSet, CoinsAreTheBitsOfTheLanes) {
  for (const uint32_t groups : {0u, 1u, 7u, 8u, 9u, 17u, 64u}) {
    RandomLanes random = SomeLanes(groups);
    NaiveLanes lanes(random);
    Bytes counts(64 * groups + 64, 0xEE);
    GetParam()->coin_counts(&random, groups, counts.data());
    std::vector<uint8_t> step;
    for (uint32_t unit = 0; unit < 64 * groups; ++unit) {
      if (unit % 512 == 0) step = lanes.Step();
      ASSERT_EQ(counts[unit], step[unit % 512 / 8] >> (unit % 8) & 1) << unit;
    }
    ASSERT_NO_FATAL_FAILURE(ExpectState(random, lanes));
    ASSERT_EQ(counts[64 * groups], 0xEE);
  }
}

// ---- products ----

struct Product {
  uint32_t resamples, stride, planes, groups;
};

class Factors {
 public:
  Factors(const Product& size, uint64_t seed)
      : size_(size), counts_(size_t{size.stride} * size.resamples + 64) {
    uint64_t state[4] = {seed + 1, 2, 3, 4};
    for (size_t i = 0; i < size_t{size.stride} * size.resamples; ++i) {
      counts_[i] = static_cast<uint8_t>(simd::NextWord(state) % (kMostCount + 1));
    }
    for (uint32_t p = 0; p < size.planes; ++p) {
      planes_.emplace_back(64 * size.groups + 64);
      for (uint32_t i = 0; i < 64 * size.groups; ++i) {
        planes_.back()[i] = static_cast<uint8_t>(simd::NextWord(state));
      }
    }
  }

  void Fill(uint8_t count, uint8_t value) {
    counts_ = Bytes(size_t{size_.stride} * size_.resamples + 64, count);
    for (Bytes& plane : planes_) plane = Bytes(64 * size_.groups + 64, value);
  }

  void ExpectProduct(const Kernels& set) {
    std::vector<const uint8_t*> plane;
    for (Bytes& bytes : planes_) plane.push_back(bytes.data());
    std::vector<uint32_t> sums(size_t{size_.resamples} * size_.planes + 1, 77);
    set.multiply(counts_.data(), size_.stride, size_.resamples, plane.data(), size_.planes,
                 size_.groups, sums.data());
    for (uint32_t r = 0; r < size_.resamples; ++r) {
      for (uint32_t p = 0; p < size_.planes; ++p) {
        uint64_t sum = 0;
        for (uint32_t i = 0; i < 64 * size_.groups; ++i) {
          sum += uint64_t{counts_[size_t{r} * size_.stride + i]} * plane[p][i];
        }
        ASSERT_EQ(sums[r * size_.planes + p], sum) << "resample " << r << ", plane " << p;
      }
    }
    ASSERT_EQ(sums.back(), 77u);
  }

 private:
  Product size_;
  Bytes counts_;
  std::vector<Bytes> planes_;
};

TEST_P(EveryResampleSet, MultipliesEveryShapeOfTile) {
  for (uint32_t resamples = 0; resamples <= 9; ++resamples) {
    for (uint32_t planes = 0; planes <= 14; ++planes) {
      const Product size{resamples, 64 * (3 + planes % 2), planes, 1 + resamples % 3};
      Factors factors(size, resamples * 100 + planes);
      ASSERT_NO_FATAL_FAILURE(factors.ExpectProduct(*GetParam()));
    }
  }
}

TEST_P(EveryResampleSet, MultipliesFullBlocks) {
  Factors factors({5, kBlockSegments + 64, 20, 64}, 7);
  ASSERT_NO_FATAL_FAILURE(factors.ExpectProduct(*GetParam()));
}

// The largest possible bytes: nothing saturates or is treated as negative.
TEST_P(EveryResampleSet, MultipliesExtremes) {
  Factors factors({6, kBlockSegments, 13, 64}, 8);
  for (const uint8_t value : {0, 1, 127, 128, 255}) {
    factors.Fill(kMostCount, value);
    ASSERT_NO_FATAL_FAILURE(factors.ExpectProduct(*GetParam()));
  }
}

}  // namespace
}  // namespace mtgauge
