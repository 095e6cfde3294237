// numpy.random.default_rng(seed), bit for bit: SeedSequence, PCG64 and Generator.
//
// It reproduces the results of tools that resample with numpy (sacreBLEU, mt-metrics-eval); native
// resamples come from mtg1.h. Algorithms: O'Neill (2014), PCG, HMC-CS-2014-0905; O'Neill (2015),
// C++ seeding surprises (the seed hash); Lemire (2019), ACM TOMACS 29(1) (bounded integers).
#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "core/base/status.h"
#include "core/stats/random/bits.h"

namespace mtgauge {

__extension__ using Uint128 = unsigned __int128;

// Turns a seed of any size into well-mixed words.
class SeedSequence {
 public:
  explicit SeedSequence(uint64_t seed);
  // Parses any number of decimal digits; anything else is a UsageError.
  static Result<SeedSequence> FromDecimal(const std::string& digits);

  const std::array<uint32_t, 4>& pool() const { return pool_; }
  std::array<uint64_t, 4> Generate() const;

 private:
  explicit SeedSequence(const std::vector<uint32_t>& limbs);  // little-endian

  std::array<uint32_t, 4> pool_;
};

// One generator. Copies continue independently from the same state. Not thread-safe.
class NumpyRandom {
 public:
  explicit NumpyRandom(const SeedSequence& seed);
  explicit NumpyRandom(uint64_t seed) : NumpyRandom(SeedSequence(seed)) {}

  uint64_t Next64() {
    state_ = state_ * kMultiplier + increment_;
    const uint64_t folded = static_cast<uint64_t>(state_ >> 64) ^ static_cast<uint64_t>(state_);
    const auto turn = static_cast<unsigned>(state_ >> 122);
    return folded >> turn | folded << (-turn & 63);
  }

  // Returns half of a 64-bit draw; the other half waits for the next call, whatever comes between.
  uint32_t Next32() {
    if (half_waits_) {
      half_waits_ = false;
      return half_;
    }
    const uint64_t both = Next64();
    half_waits_ = true;
    half_ = static_cast<uint32_t>(both >> 32);
    return static_cast<uint32_t>(both);
  }

  // Uniform in [0, n), n >= 1: Generator.integers(n) and choice(n) with int64 results. Draws
  // nothing for n = 1.
  uint64_t Bounded(uint64_t n) {
    if (n > UINT32_MAX) return BoundedWide(n);
    if (n == 1) return 0;
    uint64_t product = Next32() * n;
    if (static_cast<uint32_t>(product) < n) {
      const uint64_t threshold = ((uint64_t{1} << 32) - n) % n;
      while (static_cast<uint32_t>(product) < threshold) product = Next32() * n;
    }
    return product >> 32;
  }

  // Uniform in [0, 1): Generator.random(dtype=float32).
  float Float32() { return static_cast<float>(Next32() >> 8) * 0x1p-24f; }

  Uint128 state() const { return state_; }
  Uint128 increment() const { return increment_; }

 private:
  static constexpr Uint128 kMultiplier = Uint128{0x2360ED051FC65DA4} << 64 | 0x4385DF649FCCF645;

  uint64_t BoundedWide(uint64_t n);

  Uint128 state_, increment_;
  uint32_t half_ = 0;
  bool half_waits_ = false;
};

// The booleans of one call of Generator.integers(2, size, dtype=bool), one after another over its
// rows. The object discards the rest of the last 32 bits, as numpy does at the end of the call.
class NumpyCoins {
 public:
  // `random` must outlive the coins; nothing else may draw from it in between.
  explicit NumpyCoins(NumpyRandom& random) : random_(random) {}

  bool Next() {
    bits_ = left_ == 0 ? random_.Next32() : bits_ >> 1;
    left_ = (left_ - 1) & 31;
    return (bits_ & 1) != 0;
  }

  // Writes the next coins, each as 0 or 1.
  void Fill(std::span<uint8_t> out) {
    size_t at = 0;
    while (at < out.size() && left_ != 0) out[at++] = Next() ? 1 : 0;
    for (; out.size() - at >= 32; at += 32) StoreBits(random_.Next32(), 32, &out[at]);
    while (at < out.size()) out[at++] = Next() ? 1 : 0;
  }

 private:
  NumpyRandom& random_;
  uint32_t bits_ = 0;
  uint32_t left_ = 0;  // unused bits above the lowest
};

}  // namespace mtgauge
