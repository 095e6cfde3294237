// Kernels::token_keys for the sets with BMI2, written once over what an instruction set supplies (a
// class `Isa` in an unnamed namespace):
//
//   ShortKeys(text, begin, end, key)   of eight tokens, as ShortKey(); returns the bits of those of
//                                      more than 8 bytes
//   WritePlaces(bits, at, to)          at + the place of each of eight bits; returns their number;
//                                      writes eight
//
// Everything here has internal linkage on purpose (see kernels.h).
#pragma once

#include <immintrin.h>

#include <cstdint>

#include "core/simd/kernel_common.h"

namespace mtgauge::simd {

// XXH3_64bits of 9 to 16 bytes: the two constants are words of xxHash's default secret, xored.
static constexpr uint64_t kXxh3FlipLow = 0x6782737bea4239b9;
static constexpr uint64_t kXxh3FlipHigh = 0xaf56bc3b0996523a;
static constexpr uint64_t kXxh3Avalanche = 0x165667919E3779F9;

// HashedKey() of a token of 9 to 16 bytes; something else, without harm, for other sizes from 8 on.
static inline uint64_t HashedKey16(const char* token, uint32_t size) {
  const uint64_t low = Load64(token) ^ kXxh3FlipLow;
  const uint64_t high = Load64(token + size - 8) ^ kXxh3FlipHigh;
  unsigned long long product_high;
  const uint64_t product_low = _mulx_u64(low, high, &product_high);
  uint64_t hash = size + __builtin_bswap64(low) + high + (product_low ^ product_high);
  hash ^= hash >> 37;
  hash *= kXxh3Avalanche;
  hash ^= hash >> 32;
  return hash | kHashedTag;
}

// The key of a token of at most 8 bytes; something else, without harm, for longer ones.
static inline uint64_t ShortKey(const char* token, uint32_t size) {
  return _bzhi_u64(Load64(token), 8 * size);
}

// Tokens are taken in blocks of this many, three times each without a branch on their sizes: as if
// all had at most 8 bytes, as if the rest had at most 16, and the few longer ones.
static constexpr uint32_t kKeyBlock = 512;

// The second and third time: key[i] for the `count` <= kKeyBlock tokens i in `above8`.
static inline void AddHashedKeys(const char* text, const uint32_t* begin, const uint32_t* end,
                                 const uint32_t* above8, uint32_t count, uint64_t* key) {
  uint32_t above16[kKeyBlock];
  uint32_t rest = 0;
  for (uint32_t k = 0; k < count; ++k) {
    const uint32_t i = above8[k];
    const uint32_t size = end[i] - begin[i];
    key[i] = HashedKey16(text + begin[i], size);
    above16[rest] = i;
    rest += size > 16;
  }
  for (uint32_t k = 0; k < rest; ++k) {
    const uint32_t i = above16[k];
    key[i] = HashedKey(text + begin[i], end[i] - begin[i]);
  }
}

// Kernels::token_keys.
template <class Isa>
static void TokenKeys(const char* text, const uint32_t* begin, const uint32_t* end, uint32_t n,
                      uint64_t* key) {
  uint32_t above8[kKeyBlock];
  for (uint32_t first = 0; first < n; first += kKeyBlock) {
    const uint32_t last = n - first < kKeyBlock ? n : first + kKeyBlock;
    uint32_t count = 0;
    uint32_t i = first;
    for (; i + 8 <= last; i += 8) {
      const uint32_t longer = Isa::ShortKeys(text, begin + i, end + i, key + i);
      count += Isa::WritePlaces(longer, i, above8 + count);
    }
    for (; i < last; ++i) {
      const uint32_t size = end[i] - begin[i];
      key[i] = ShortKey(text + begin[i], size);
      above8[count] = i;
      count += size > 8;
    }
    AddHashedKeys(text, begin, end, above8, count, key);
  }
}

}  // namespace mtgauge::simd
