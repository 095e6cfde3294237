// Where the wanted bytes of a text are, written once over what an instruction set supplies (a class
// `Isa` in an unnamed namespace, made of WantedBytes):
//
//   Find(p)   the wanted ones of 64 bytes at `p`, as bits
//
// Everything here has internal linkage on purpose (see kernels.h).
#pragma once

#include <cstdint>

#include "core/simd/kernel_common.h"

namespace mtgauge::simd {

// Kernels::find_bytes. Most blocks have a few of the bytes, whose number no CPU can predict.
template <class Isa>
static uint32_t FindBytes(const char* text, uint32_t bytes, const WantedBytes* wanted,
                          uint32_t* at) {
  constexpr int kFew = 4;
  const Isa isa(*wanted);
  const uint32_t* const first = at;
  for (uint64_t i = 0; i < bytes; i += 64) {
    uint64_t bits = isa.Find(text + i);
    if (bytes - i < 64) bits &= LowBits(static_cast<uint32_t>(bytes - i));
    const int count = __builtin_popcountll(bits);
#pragma GCC unroll 4
    for (int k = 0; k < kFew; ++k) {
      at[k] = static_cast<uint32_t>(i) + TrailingZeros(bits);
      bits &= bits - 1;
    }
    for (int k = kFew; k < count; ++k) {
      at[k] = static_cast<uint32_t>(i) + TrailingZeros(bits);
      bits &= bits - 1;
    }
    at += count;
  }
  return static_cast<uint32_t>(at - first);
}

}  // namespace mtgauge::simd
