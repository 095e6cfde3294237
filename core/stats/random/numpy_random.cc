// The seed hash of SeedSequence and the rare paths of the generator. The constants are numpy's.
#include "core/stats/random/numpy_random.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>

namespace mtgauge {
namespace {

constexpr size_t kPoolWords = 4;

// A multiplicative hash whose constant changes with every word.
class WordHash {
 public:
  constexpr WordHash(uint32_t start, uint32_t factor) : constant_(start), factor_(factor) {}

  uint32_t operator()(uint32_t word) {
    word ^= constant_;
    constant_ *= factor_;
    word *= constant_;
    return word ^ word >> 16;
  }

 private:
  uint32_t constant_, factor_;
};

uint32_t MixWords(uint32_t x, uint32_t y) {
  const uint32_t mixed = 0xca01f9ddu * x - 0x4973f715u * y;
  return mixed ^ mixed >> 16;
}

// limbs = limbs * factor + addend
void MultiplyAdd(std::vector<uint32_t>& limbs, uint32_t factor, uint32_t addend) {
  uint64_t carry = addend;
  for (uint32_t& limb : limbs) {
    carry += uint64_t{limb} * factor;
    limb = static_cast<uint32_t>(carry);
    carry >>= 32;
  }
  if (carry != 0) limbs.push_back(static_cast<uint32_t>(carry));
}

}  // namespace

// A high limb of 0 hashes like a missing one.
SeedSequence::SeedSequence(uint64_t seed)
    : SeedSequence(std::vector{static_cast<uint32_t>(seed), static_cast<uint32_t>(seed >> 32)}) {}

SeedSequence::SeedSequence(const std::vector<uint32_t>& limbs) {
  WordHash hash(0x43b0d7e5, 0x931e8875);
  for (size_t i = 0; i < kPoolWords; ++i) pool_[i] = hash(i < limbs.size() ? limbs[i] : 0);
  for (size_t from = 0; from < kPoolWords; ++from) {
    for (size_t to = 0; to < kPoolWords; ++to) {
      if (from != to) pool_[to] = MixWords(pool_[to], hash(pool_[from]));
    }
  }
  for (size_t i = kPoolWords; i < limbs.size(); ++i) {
    for (uint32_t& word : pool_) word = MixWords(word, hash(limbs[i]));
  }
}

Result<SeedSequence> SeedSequence::FromDecimal(const std::string& digits) {
  if (digits.empty() || digits.find_first_not_of("0123456789") != std::string::npos) {
    return UsageError({.option = "seed"}, fmt::format("seed '{}' is not a whole number", digits),
                      "give digits only");
  }
  std::vector<uint32_t> limbs = {0};
  constexpr size_t kDigits = 9;  // 10^9 < 2^32
  for (size_t at = 0; at < digits.size(); at += kDigits) {
    const size_t end = std::min(at + kDigits, digits.size());
    uint32_t part = 0, power = 1;
    std::from_chars(digits.data() + at, digits.data() + end, part);
    for (size_t i = at; i < end; ++i) power *= 10;
    MultiplyAdd(limbs, power, part);
  }
  return SeedSequence(limbs);
}

std::array<uint64_t, 4> SeedSequence::Generate() const {
  WordHash hash(0x8b51f9dd, 0x58f38ded);
  std::array<uint64_t, 4> words;
  for (size_t i = 0; i < words.size(); ++i) {
    const uint64_t low = hash(pool_[2 * i % kPoolWords]);
    words[i] = uint64_t{hash(pool_[(2 * i + 1) % kPoolWords])} << 32 | low;
  }
  return words;
}

NumpyRandom::NumpyRandom(const SeedSequence& seed) {
  const std::array<uint64_t, 4> words = seed.Generate();
  increment_ = (Uint128{words[2]} << 64 | words[3]) << 1 | 1;
  // One step from state 0 gives the increment.
  state_ = (increment_ + (Uint128{words[0]} << 64 | words[1])) * kMultiplier + increment_;
}

uint64_t NumpyRandom::BoundedWide(uint64_t n) {
  if (n == uint64_t{1} << 32) return Next32();
  Uint128 product = Uint128{Next64()} * n;
  if (static_cast<uint64_t>(product) < n) {
    const uint64_t threshold = -n % n;
    while (static_cast<uint64_t>(product) < threshold) product = Uint128{Next64()} * n;
  }
  return static_cast<uint64_t>(product >> 64);
}

}  // namespace mtgauge
