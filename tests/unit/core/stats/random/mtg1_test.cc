// rng:mtg1: its distributions, compared with exact rational arithmetic; its resamples, with the
// multinomial; its streams, with each other; and its digits, with the recorded ones. Seeds are
// fixed, so that a statistical test passes always or never.
#include "core/stats/random/mtg1.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <cstring>
#include <map>
#include <numeric>
#include <set>
#include <string>
#include <utility>
#include <vector>

namespace mtgauge {
namespace {

// ---- the distributions ----

// A natural number in 32-bit limbs, low first.
class Natural {
 public:
  explicit Natural(uint32_t value = 0) : limb_(1, value) {}

  void MultiplyBy(uint32_t factor) {
    uint64_t carry = 0;
    for (uint32_t& limb : limb_) {
      carry += uint64_t{limb} * factor;
      limb = static_cast<uint32_t>(carry);
      carry >>= 32;
    }
    if (carry != 0) limb_.push_back(static_cast<uint32_t>(carry));
  }
  void DivideBy(uint32_t divisor) {
    uint64_t rest = 0;
    for (size_t i = limb_.size(); i-- > 0;) {
      rest = rest << 32 | limb_[i];
      limb_[i] = static_cast<uint32_t>(rest / divisor);
      rest %= divisor;
    }
    while (limb_.size() > 1 && limb_.back() == 0) limb_.pop_back();
  }
  void Add(const Natural& other) {
    limb_.resize(std::max(limb_.size(), other.limb_.size()) + 1);
    uint64_t carry = 0;
    for (size_t i = 0; i < limb_.size(); ++i) {
      carry += uint64_t{limb_[i]} + (i < other.limb_.size() ? other.limb_[i] : 0);
      limb_[i] = static_cast<uint32_t>(carry);
      carry >>= 32;
    }
    if (limb_.back() == 0) limb_.pop_back();
  }
  Natural TimesTwoTo(uint32_t bits) const {
    Natural product = *this;
    product.limb_.insert(product.limb_.begin(), bits / 32, 0);
    product.MultiplyBy(1u << bits % 32);
    return product;
  }
  Natural Times(uint64_t factor) const {
    Natural low = *this, high = *this;
    low.MultiplyBy(static_cast<uint32_t>(factor));
    high.MultiplyBy(static_cast<uint32_t>(factor >> 32));
    low.Add(high.TimesTwoTo(32));
    return low;
  }
  bool operator<=(const Natural& other) const {
    const size_t size = std::max(limb_.size(), other.limb_.size());
    for (size_t i = size; i-- > 0;) {
      const uint32_t a = i < limb_.size() ? limb_[i] : 0;
      const uint32_t b = i < other.limb_.size() ? other.limb_[i] : 0;
      if (a != b) return a < b;
    }
    return true;
  }

 private:
  std::vector<uint32_t> limb_;
};

// Returns sums of mean^k / k! over k <= j, times 2^256, from j = 0 far into the upper tail.
std::vector<Natural> PartialSums(uint32_t numerator, uint32_t denominator) {
  const uint32_t mean = numerator / denominator;
  const uint32_t last = mean + 20 * static_cast<uint32_t>(std::sqrt(mean)) + 60;
  std::vector<Natural> sums;
  Natural term = Natural(1).TimesTwoTo(256);
  Natural sum;
  for (uint32_t k = 0; k <= last; ++k) {
    sum.Add(term);
    sums.push_back(sum);
    term.MultiplyBy(numerator);
    term.DivideBy(denominator);
    term.DivideBy(k + 1);
  }
  return sums;
}

// Checks that every threshold is 2^64 times the cumulative probability within one unit, and that
// the truncated parts below and above are less than one.
void ExpectExact(uint32_t numerator, uint32_t denominator) {
  const PoissonLaw law(numerator, denominator);
  const std::vector<Natural> sums = PartialSums(numerator, denominator);
  const Natural& whole = sums.back();
  ASSERT_TRUE(std::is_sorted(law.threshold.begin(), law.threshold.end()));
  for (size_t i = 0; i < law.threshold.size(); ++i) {
    const Natural exact = sums[law.first + i].TimesTwoTo(64);
    Natural upper = whole.Times(law.threshold[i]);
    upper.Add(whole);
    upper.Add(whole);
    ASSERT_TRUE(exact <= upper) << numerator << '/' << denominator << ' ' << i;
    if (law.threshold[i] > 0) ASSERT_TRUE(whole.Times(law.threshold[i] - 1) <= exact) << i;
  }
  if (law.first > 0) EXPECT_TRUE(sums[law.first - 1].TimesTwoTo(64) <= whole);
  Natural above = sums[law.first + law.threshold.size()].TimesTwoTo(64);
  above.Add(whole);
  EXPECT_TRUE(whole.TimesTwoTo(64) <= above);
}

TEST(PoissonLaw, EqualsExactRationals) {
  for (uint32_t root = 16; root <= 64; ++root) {
    ExpectExact(root - 2, root);
    ExpectExact(root - 2, 2 * root);
  }
  for (const uint32_t twice : {1u, 3u, 4095u, 4096u}) ExpectExact(twice, 2);
  for (const uint32_t mean : {1u, 2u, 3u, 100u, 1234u, 4095u, 4096u}) ExpectExact(mean, 1);
}

TEST(PoissonLaw, ValueCountsThresholds) {
  for (const uint32_t mean : {1u, 7u, 4096u}) {
    const PoissonLaw law(mean, 1);
    std::vector<uint64_t> bits = {0, ~uint64_t{0}};
    for (const uint64_t t : law.threshold) bits.insert(bits.end(), {t - 1, t, t + 1});
    for (uint64_t k = 0; k < 256; ++k) bits.insert(bits.end(), {k << 56, (k << 56) - 1});
    for (const uint64_t u : bits) {
      const auto below = std::count_if(law.threshold.begin(), law.threshold.end(),
                                       [&](uint64_t t) { return t <= u; });
      ASSERT_EQ(law.Value(u), law.first + static_cast<uint32_t>(below)) << mean << ' ' << u;
    }
  }
}

// A decision from 14 bits of a table is that for every continuation of them.
TEST(PoissonTable, DecidesOnlyWhatFourteenBitsDecide) {
  for (uint32_t half = 32; half <= 129; ++half) {
    const uint32_t root = half / 2;
    const PoissonLaw law(root - 2, half % 2 == 0 ? root : 2 * root);
    const PoissonTable table = MakePoissonTable(law);
    int undecided = 0;
    for (uint64_t prefix = 0; prefix < 1 << 14; ++prefix) {
      const uint8_t low = table.low[prefix >> 8];
      const uint8_t edge = table.edge[prefix >> 8];
      const uint8_t next = static_cast<uint8_t>(prefix);
      const bool tail = (low & kTailBin) != 0;
      if (((low & kSplitBin) != 0 && next == edge) ||
          (tail && (next == table.second || next >= table.third))) {
        ++undecided;
        continue;
      }
      const uint32_t count =
          (low & (kTailBin - 1u)) + (next > edge) + (tail && next > table.second);
      ASSERT_EQ(count, law.Value(prefix << 50)) << root << ' ' << prefix;
      ASSERT_EQ(count, law.Value(((prefix + 1) << 50) - 1)) << root << ' ' << prefix;
    }
    EXPECT_LT(undecided, 100) << root;
  }
}

// ---- whole resamples ----

// Returns the counts of all units, including spilled draws. Checks what must be true of every
// resample.
std::vector<uint32_t> Resample(const Bootstrap& bootstrap, const ResampleKey& key) {
  std::vector<uint32_t> totals(bootstrap.blocks());
  bootstrap.BlockTotals(key, totals);
  std::vector<uint32_t> all;
  BlockCounts block;
  for (uint64_t b = 0; b < totals.size(); ++b) {
    std::memset(block.counts, 0xEE, sizeof block.counts);
    bootstrap.CountBlock(key, b, totals[b], block);
    const uint32_t units = static_cast<uint32_t>(
        std::min<uint64_t>(bootstrap.units() - b * kBlockSegments, kBlockSegments));
    std::vector<uint32_t> counts(block.counts, block.counts + (units + 63) / 64 * 64);
    for (const uint32_t count : counts) EXPECT_LE(count, kMostCount);
    for (const auto& [unit, draws] : block.spill) {
      EXPECT_EQ(counts.at(unit), kMostCount);
      counts.at(unit) += draws;
    }
    EXPECT_EQ(std::accumulate(counts.begin(), counts.end(), 0u), totals[b]);
    EXPECT_TRUE(std::all_of(counts.begin() + units, counts.end(), [](auto c) { return c == 0; }));
    all.insert(all.end(), counts.begin(), counts.begin() + units);
  }
  EXPECT_EQ(std::accumulate(all.begin(), all.end(), uint64_t{0}), bootstrap.draws());
  return all;
}

TEST(Bootstrap, DrawsAsManyAsThereAreUnits) {
  for (const uint64_t units : {0, 1, 2, 3, 63, 64, 65, 255, 256, 257, 320, 4095, 4096, 4097, 4352,
                               8191, 8192, 10000, 50000}) {
    for (uint64_t resample = 0; resample < 40; ++resample) {
      ASSERT_EQ(Resample(Bootstrap(units), {units, resample, 5}).size(), units);
      ASSERT_EQ(Resample(Bootstrap(units, 2), {units, resample, 5}).size(), units);
    }
  }
}

// Returns how far a chi-square is above its mean, in standard deviations.
double Excess(double chi_square, double freedom) {
  return (chi_square - freedom) / std::sqrt(2 * freedom);
}

double Factorial(uint32_t n) { return n < 2 ? 1 : n * Factorial(n - 1); }

// All possible results of three draws of three units.
TEST(Bootstrap, ThreeUnitsFollowTheFullLaw) {
  const Bootstrap bootstrap(3);
  std::map<std::vector<uint32_t>, double> seen;
  constexpr int kResamples = 270000;
  for (uint64_t r = 0; r < kResamples; ++r) ++seen[Resample(bootstrap, {1, r, 0})];
  ASSERT_EQ(seen.size(), 10u);
  double chi_square = 0;
  for (const auto& [counts, times] : seen) {
    double expected = kResamples * 6. / 27;
    for (const uint32_t count : counts) expected /= Factorial(count);
    chi_square += (times - expected) * (times - expected) / expected;
  }
  EXPECT_LT(std::abs(Excess(chi_square, 9)), 4);
}

struct Moments {
  std::vector<double> sum;             // of each unit's counts
  std::vector<double> histogram;       // of counts; the last bin is open-ended
  double squares = 0;                  // of deviations from the mean
  double neighbours = 0, distant = 0;  // products of deviations, half the units apart
};

Moments MomentsOf(const Bootstrap& bootstrap, uint64_t resamples) {
  const size_t n = bootstrap.units();
  const double mean = static_cast<double>(bootstrap.draws()) / static_cast<double>(n);
  Moments m{std::vector<double>(n), std::vector<double>(7)};
  for (uint64_t r = 0; r < resamples; ++r) {
    const std::vector<uint32_t> counts = Resample(bootstrap, {77, r, 0});
    for (size_t i = 0; i < n; ++i) {
      const double deviation = counts[i] - mean;
      m.sum[i] += counts[i];
      ++m.histogram[std::min(counts[i], 6u)];
      m.squares += deviation * deviation;
      m.neighbours += deviation * (counts[(i + 1) % n] - mean);
      m.distant += deviation * (counts[(i + n / 2) % n] - mean);
    }
  }
  return m;
}

// Checks cell totals, the distribution of a cell, variance and covariance.
void ExpectMultinomial(const Bootstrap& bootstrap) {
  const uint64_t resamples = 4000000 / bootstrap.units();
  const double n = static_cast<double>(bootstrap.units());
  const double draws = static_cast<double>(bootstrap.draws());
  const double cells = n * static_cast<double>(resamples);
  const Moments m = MomentsOf(bootstrap, resamples);
  double totals = 0;
  const double expected = static_cast<double>(resamples) * draws / n;
  for (const double sum : m.sum) totals += (sum - expected) * (sum - expected) / expected;
  EXPECT_LT(std::abs(Excess(totals, n - 1)), 4);
  double law = 0, probability = std::pow(1 - 1 / n, draws), rest = 1;
  for (int k = 0; k < 6; ++k) {
    law += std::pow(m.histogram[k] - cells * probability, 2) / (cells * probability);
    rest -= probability;
    probability *= (draws - k) / (k + 1) / (n - 1);
  }
  law += std::pow(m.histogram[6] - cells * rest, 2) / (cells * rest);
  EXPECT_LT(Excess(law, 6), 4);
  // A square's variance is at most 3, a product's 1; `distant` contains each product twice if n is
  // even.
  EXPECT_NEAR(m.squares / cells, draws / n * (1 - 1 / n), 4 * std::sqrt(3 / cells));
  EXPECT_NEAR(m.neighbours / cells, -draws / n / n, 4 * std::sqrt(1 / cells));
  EXPECT_NEAR(m.distant / cells, -draws / n / n, 4 * std::sqrt(2 / cells));
}

// One block drawn one by one, one with Poisson counts, a full one, a partial one after a full one.
TEST(Bootstrap, CountsAreMultinomial) {
  for (const uint64_t units : {100, 256, 1000, 4096, 4396, 10000}) {
    SCOPED_TRACE(units);
    ExpectMultinomial(Bootstrap(units));
    ExpectMultinomial(Bootstrap(units, 2));
  }
}

TEST(Bootstrap, BlockTotalsAreMultinomial) {
  const Bootstrap bootstrap(2 * kBlockSegments + 1000);
  constexpr int kResamples = 20000;
  const double n = static_cast<double>(bootstrap.units());
  std::vector<uint32_t> totals(3);
  double products[3][3] = {};
  const double size[3] = {kBlockSegments, kBlockSegments, 1000};
  for (uint64_t r = 0; r < kResamples; ++r) {
    bootstrap.BlockTotals({3, r, 0}, totals);
    for (int a = 0; a < 3; ++a) {
      for (int b = 0; b < 3; ++b) products[a][b] += (totals[a] - size[a]) * (totals[b] - size[b]);
    }
  }
  for (int a = 0; a < 3; ++a) {
    for (int b = 0; b < 3; ++b) {
      const double covariance = (a == b ? size[a] : 0) - size[a] * size[b] / n;
      const double scale = std::sqrt(size[a] * size[b]);
      EXPECT_NEAR(products[a][b] / kResamples / scale, covariance / scale,
                  4 * std::sqrt(2. / kResamples))
          << a << ' ' << b;
    }
  }
}

// Each block given only its total, for totals that redraw often, never, and are drawn one by one;
// 16 bits are far from a multiple of 3500.
TEST(Bootstrap, GivenItsTotalABlockIsMultinomial) {
  for (const uint32_t units : {7u, 256u, 1024u, 3500u}) {
    const Bootstrap bootstrap(units);
    for (const uint32_t percent : {0u, 25u, 85u, 92u, 100u, 120u, 300u}) {
      const uint32_t total = units * percent / 100;
      std::vector<double> cells(units);
      constexpr uint32_t kResamples = 1500;
      double squares = 0;
      BlockCounts block;
      for (uint32_t r = 0; r < kResamples; ++r) {
        bootstrap.CountBlock({9, r, percent}, 0, total, block);
        for (uint32_t i = 0; i < units; ++i) {
          cells[i] += block.counts[i];
          squares += block.counts[i] * block.counts[i];
        }
      }
      const double expected = double{kResamples} * total / units;
      ASSERT_EQ(std::accumulate(cells.begin(), cells.end(), 0.), double{kResamples} * total);
      if (total == 0) continue;
      double chi_square = 0;
      for (const double sum : cells) chi_square += (sum - expected) * (sum - expected) / expected;
      EXPECT_LT(std::abs(Excess(chi_square, units - 1.)), 4) << units << ' ' << percent;
      // E[sum of squares] of m draws of s units is m + m (m - 1) / s; its variance about
      // 2 m (m - 1) / s.
      const double m = total, pairs = m * (m - 1) / units;
      EXPECT_NEAR(squares / kResamples, m + pairs, 4 * std::sqrt(2 * pairs / kResamples) + 1e-9)
          << units << ' ' << percent;
    }
  }
}

// The textbook result: the variance of a resampled mean is that of the values divided by n.
TEST(Bootstrap, VarianceOfTheMeanIsTheClosedForm) {
  const Bootstrap bootstrap(5000);
  constexpr int kResamples = 4000;
  std::vector<double> values;
  for (int i = 0; i < 5000; ++i) values.push_back(i % 97 * (i % 11));
  const double mean = std::accumulate(values.begin(), values.end(), 0.) / 5000;
  double variance = 0;
  for (const double value : values) variance += (value - mean) * (value - mean) / 5000;
  double spread = 0;
  for (uint64_t r = 0; r < kResamples; ++r) {
    const std::vector<uint32_t> counts = Resample(bootstrap, {11, r, 0});
    const double sum = std::inner_product(values.begin(), values.end(), counts.begin(), 0.);
    spread += (sum / 5000 - mean) * (sum / 5000 - mean) / kResamples;
  }
  EXPECT_NEAR(spread / (variance / 5000), 1, 4 * std::sqrt(2. / kResamples));
}

// Both levels reject attempts: the totals about every second, the counts about one in nine.
TEST(Bootstrap, TooManyDrawsAreDrawnAgain) {
  const Bootstrap bootstrap(3 * kBlockSegments);
  std::vector<uint32_t> totals(3);
  BlockCounts block;
  uint32_t totals_again = 0, counts_again = 0;
  for (uint64_t r = 0; r < 1000; ++r) {
    totals_again += bootstrap.BlockTotals({1, r, 0}, totals);
    for (uint64_t b = 0; b < 3; ++b) {
      counts_again += bootstrap.CountBlock({1, r, 0}, b, totals[b], block);
    }
  }
  EXPECT_GT(totals_again, 700u);
  EXPECT_LT(totals_again, 1400u);
  EXPECT_GT(counts_again, 200u);
  EXPECT_LT(counts_again, 600u);
}

TEST(Bootstrap, WhatPassesTheMostCountSpills) {
  BlockCounts block;
  Bootstrap(1).CountBlock({}, 0, 200, block);
  EXPECT_EQ(block.counts[0], kMostCount);
  EXPECT_EQ(block.spill, (std::vector<std::pair<uint32_t, uint32_t>>{{0, 200 - kMostCount}}));
  Bootstrap(1).CountBlock({}, 0, kMostCount, block);
  EXPECT_EQ(block.counts[0], kMostCount);
  EXPECT_TRUE(block.spill.empty());
  // From Poisson counts upward, too.
  const Bootstrap bootstrap(256);
  bootstrap.CountBlock({}, 0, 256 * 70, block);
  EXPECT_GT(block.spill.size(), 100u);
  uint32_t sum = std::accumulate(block.counts, block.counts + 256, 0u);
  for (const auto& [unit, draws] : block.spill) {
    EXPECT_EQ(block.counts[unit], kMostCount);
    sum += draws;
  }
  EXPECT_EQ(sum, 256u * 70);
}

// ---- streams ----

std::string CountsOf(const ResampleKey& key, uint64_t block) {
  BlockCounts counts;
  Bootstrap(4 * kBlockSegments).CountBlock(key, block, kBlockSegments, counts);
  return std::string(counts.counts, counts.counts + kBlockSegments);
}

// Neighbours in every coordinate, including pairs with equal sums and swapped words.
TEST(Bootstrap, StreamsHaveNothingInCommon) {
  std::vector<std::string> streams;
  for (uint64_t seed : {uint64_t{0}, uint64_t{1}, uint64_t{2}, ~uint64_t{0}}) {
    for (uint64_t resample = 0; resample < 4; ++resample) {
      for (uint32_t stratum = 0; stratum < 2; ++stratum) {
        for (uint64_t block = 0; block < 3; ++block) {
          streams.push_back(CountsOf({seed, resample, stratum}, block));
        }
      }
    }
  }
  std::set<std::string> groups;
  for (size_t a = 0; a < streams.size(); ++a) {
    for (size_t i = 0; i < kBlockSegments; i += 64) groups.insert(streams[a].substr(i, 64));
    for (size_t b = 0; b < a; ++b) {
      int64_t products = 0;
      for (size_t i = 0; i < kBlockSegments; ++i) {
        products += (streams[a][i] - 1) * (streams[b][i] - 1);
      }
      EXPECT_LT(std::abs(products), 5 * 64) << a << ' ' << b;
    }
  }
  EXPECT_EQ(groups.size(), streams.size() * kBlockSegments / 64);
}

TEST(Bootstrap, BlocksAloneAndInAnyOrderAgree) {
  const uint64_t units = 3 * kBlockSegments + 700;
  const Bootstrap bootstrap(units);
  const ResampleKey key{4, 9, 1};
  std::vector<uint32_t> totals(4);
  bootstrap.BlockTotals(key, totals);
  std::vector<BlockCounts> in_order(4);
  for (uint64_t b = 0; b < 4; ++b) bootstrap.CountBlock(key, b, totals[b], in_order[b]);
  BlockCounts reused;
  for (uint64_t b = 4; b-- > 0;) {
    Bootstrap(units).CountBlock(key, b, totals[b], reused);
    const size_t bytes = b == 3 ? 704 : kBlockSegments;
    EXPECT_EQ(std::memcmp(reused.counts, in_order[b].counts, bytes), 0) << b;
    EXPECT_EQ(reused.spill, in_order[b].spill);
  }
}

// FNV-1a.
uint64_t Digest(const std::string& bytes) {
  uint64_t digest = 0xCBF29CE484222325;
  for (const char byte : bytes) {
    digest = (digest ^ static_cast<uint8_t>(byte)) * 0x100000001B3;
  }
  return digest;
}

std::string DigitsOf(uint32_t part) {
  std::string digits;
  for (const uint64_t units : {5, 255, 256, 3003, 4096, 10000}) {
    for (uint64_t resample = 0; resample < 20; ++resample) {
      const std::vector<uint32_t> counts = Resample(Bootstrap(units, part), {12345, resample, 2});
      digits.append(counts.begin(), counts.end());
    }
  }
  return digits;
}

// The digits of rng:mtg1, which an independent program confirmed. Uses the active instruction set;
// the others give the same bytes (resample_kernels_test). A change here is another generator and
// needs another name.
TEST(Mtg1, DigitsAreFrozen) {
  EXPECT_EQ(Resample(Bootstrap(12), {12345, 0, 0}),
            (std::vector<uint32_t>{2, 1, 0, 0, 0, 1, 1, 1, 0, 2, 2, 2}));
  EXPECT_EQ(Digest(DigitsOf(1)), 18068282810797380411u);
  EXPECT_EQ(Digest(DigitsOf(2)), 3327615035220155007u);
  BlockCounts coins;
  CoinBlock({12345, 6, 7}, 8, 1000, coins);
  EXPECT_EQ(Digest({coins.counts, coins.counts + 1000}), 6783819466646745007u);
  std::vector<uint64_t> mask(16);
  HalfMask({12345, 6, 7}, 1000, mask);
  std::string digits;
  for (const uint64_t word : mask) digits += std::to_string(word);
  EXPECT_EQ(Digest(digits), 3445000070516746751u);
  digits.clear();
  KeyedDraws draws({12345, 6, 7}, 8);
  for (uint64_t n = 1; n < 1000; ++n) digits += std::to_string(draws.Below(n * n * n));
  EXPECT_EQ(Digest(digits), 12234296862932043743u);
}

// ---- coins and halves ----

TEST(CoinBlock, IsFairAndEndsWithTheUnits) {
  constexpr uint32_t kUnits = 700, kBlocks = 20000;
  std::vector<double> ones(704);
  double pairs = 0;
  BlockCounts block;
  for (uint64_t b = 0; b < kBlocks; ++b) {
    std::memset(block.counts, 0xEE, sizeof block.counts);
    block.spill = {{1, 1}};
    CoinBlock({1, b % 100, 0}, b / 100, kUnits, block);
    ASSERT_TRUE(block.spill.empty());
    for (uint32_t i = 0; i < 704; ++i) {
      ASSERT_LE(block.counts[i], 1);
      ones[i] += block.counts[i];
      pairs += block.counts[i] * block.counts[i / 2];
    }
  }
  for (uint32_t i = kUnits; i < 704; ++i) EXPECT_EQ(ones[i], 0);
  double chi_square = 0;
  for (uint32_t i = 0; i < kUnits; ++i) {
    chi_square += std::pow(ones[i] - kBlocks / 2., 2) / (kBlocks / 4.);
  }
  EXPECT_LT(std::abs(Excess(chi_square, kUnits)), 4);
  const double expected = kBlocks * ((kUnits - 1) / 4. + 1 / 2.);
  EXPECT_NEAR(pairs, expected, 4 * std::sqrt(kBlocks * kUnits * 7 / 16.));
}

TEST(HalfMask, HoldsHalfOfTheUnits) {
  for (const uint64_t units : {0, 1, 2, 3, 63, 64, 65, 127, 128, 1001}) {
    std::vector<uint64_t> mask((units + 63) / 64);
    for (uint64_t r = 0; r < 50; ++r) {
      std::fill(mask.begin(), mask.end(), ~uint64_t{0});
      HalfMask({1, r, 0}, units, mask);
      uint64_t ones = 0;
      for (uint64_t i = 0; i < 64 * mask.size(); ++i) {
        const uint64_t bit = mask[i / 64] >> (i % 64) & 1;
        ASSERT_TRUE(i < units || bit == 0);
        ones += bit;
      }
      ASSERT_EQ(ones, units / 2);
    }
  }
}

// Five units: all ten halves are equally probable.
TEST(HalfMask, EveryHalfIsAsProbable) {
  std::map<uint64_t, double> seen;
  for (uint64_t r = 0; r < 100000; ++r) {
    uint64_t mask = 0;
    HalfMask({2, r, 0}, 5, {&mask, 1});
    ++seen[mask];
  }
  ASSERT_EQ(seen.size(), 10u);
  double chi_square = 0;
  for (const auto& [mask, times] : seen) chi_square += (times - 1e4) * (times - 1e4) / 1e4;
  EXPECT_LT(std::abs(Excess(chi_square, 9)), 4);
}

// Each unit is in half of the halves; the covariance of two of them is -1 / (4 (n - 1)).
TEST(HalfMask, UnitsAreAlike) {
  constexpr uint32_t kUnits = 100, kMasks = 20000;
  std::vector<double> in(kUnits);
  double neighbours = 0;
  for (uint64_t r = 0; r < kMasks; ++r) {
    uint64_t mask[2];
    HalfMask({3, r, 0}, kUnits, mask);
    const auto bit = [&](uint32_t i) { return static_cast<int>(mask[i / 64] >> (i % 64) & 1); };
    for (uint32_t i = 0; i < kUnits; ++i) {
      in[i] += bit(i);
      neighbours += (bit(i) - .5) * (bit((i + 1) % kUnits) - .5);
    }
  }
  double chi_square = 0;
  for (const double times : in) {
    chi_square += std::pow(times - kMasks / 2., 2) / (kMasks / 4.) * (kUnits - 1) / kUnits;
  }
  EXPECT_LT(std::abs(Excess(chi_square, kUnits - 1)), 4);
  EXPECT_NEAR(neighbours / kMasks / kUnits, -.25 / (kUnits - 1),
              4 * .25 / std::sqrt(double{kMasks} * kUnits));
}

// Every number below n is equally frequent; for an n of which 2^64 is not a multiple, and one that
// rejects a quarter.
TEST(KeyedDraws, AreUniform) {
  KeyedDraws draws({4, 0, 0}, 0);
  EXPECT_EQ(draws.Below(1), 0u);
  for (const uint64_t n : {uint64_t{2}, uint64_t{7}, uint64_t{1000}, uint64_t{3} << 62}) {
    const uint64_t bins = std::min<uint64_t>(n, 24);
    std::vector<double> seen(bins);
    constexpr int kDraws = 48000;
    for (int i = 0; i < kDraws; ++i) {
      const uint64_t drawn = draws.Below(n);
      ASSERT_LT(drawn, n);
      ++seen[n > 1000 ? drawn / (n / bins) : drawn % bins];
    }
    double chi_square = 0;
    for (uint64_t bin = 0; bin < bins; ++bin) {
      const double share =
          n > 1000 ? 1. / static_cast<double>(bins)
                   : static_cast<double>((n - bin + bins - 1) / bins) / static_cast<double>(n);
      chi_square += std::pow(seen[bin] - kDraws * share, 2) / (kDraws * share);
    }
    EXPECT_LT(std::abs(Excess(chi_square, static_cast<double>(bins) - 1)), 4) << n;
  }
}

}  // namespace
}  // namespace mtgauge
