// Kernels::token_keys, generic over the primitives of an instruction set (a class `Isa` in an
// unnamed namespace):
//
//   ShortKeys(text, begin, end, key)   ShortKey() of eight tokens; returns a mask of those of more
//                                      than 8 bytes
//   WritePlaces(bits, at, to)          writes at + position of each set bit of eight; returns their
//                                      number; always writes eight elements
//
// Everything here has internal linkage on purpose (see kernels.h).
#pragma once

#include <cstdint>

#include "core/simd/kernel_common.h"

namespace mtgauge::simd {

// Constants of XXH3_64bits for 9 to 16 bytes. The first two are XORed words of its default secret.
static constexpr uint64_t kXxh3FlipLow = 0x6782737bea4239b9;
static constexpr uint64_t kXxh3FlipHigh = 0xaf56bc3b0996523a;
static constexpr uint64_t kXxh3Avalanche = 0x165667919E3779F9;

// Returns HashedKey() of a token of 9 to 16 bytes. For other sizes from 8 on, the result is
// meaningless but the call is safe.
static inline uint64_t HashedKey16(const char* token, uint32_t size) {
  const uint64_t low = Load64(token) ^ kXxh3FlipLow;
  const uint64_t high = Load64(token + size - 8) ^ kXxh3FlipHigh;
  __extension__ const unsigned __int128 product = static_cast<unsigned __int128>(low) * high;
  uint64_t hash = size + __builtin_bswap64(low) + high +
                  (static_cast<uint64_t>(product) ^ static_cast<uint64_t>(product >> 64));
  hash ^= hash >> 37;
  hash *= kXxh3Avalanche;
  hash ^= hash >> 32;
  return hash | kHashedTag;
}

// Returns the key of a token of at most 8 bytes. For longer ones, the result is meaningless but the
// call is safe.
static inline uint64_t ShortKey(const char* token, uint32_t size) {
  return Load64(token) & LowBits(8 * size);
}

// The block size in tokens. Each block is processed in three passes without branches on token
// sizes: the first treats all tokens as having at most 8 bytes, the second treats the longer ones
// as having at most 16, and the third handles the few that are still longer.
static constexpr uint32_t kKeyBlock = 512;

// The second and third pass: sets key[i] for the `count` <= kKeyBlock tokens i in `above8`.
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
