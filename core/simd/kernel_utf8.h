// Whether bytes are UTF-8, written once over what an instruction set supplies (a class `Isa` in an
// unnamed namespace):
//
//   Bytes                 kWidth of them; Load(p), Set(byte), Zero()
//   Before<n>(prev, now)  the bytes n places before those of `now`; `prev` is in front of them
//   LowNibbles(b), HighNibbles(b)
//   Look(table, nibbles)  table[nibble], 16 bytes
//   And(a, b), Or(a, b), Xor(a, b), Less(a, b)   the last: a - b, and 0 where that is negative
//   Any(b), AnyBeyondAscii(b)
//
// The algorithm: John Keiser and Daniel Lemire, "Validating UTF-8 in less than one instruction per
// byte", Software: Practice and Experience 51(5), 2021. ASCII is skipped by groups of blocks: where
// one letter in 50 has an accent, as in German, CPUs cannot predict a branch for each block.
// Everything here has internal linkage on purpose (see kernels.h).
#pragma once

#include <cstdint>
#include <cstring>

#include "core/simd/kernel_common.h"

namespace mtgauge::simd {

// What can be wrong with two bytes in a row: it is where their nibbles all allow it.
enum Utf8Fault : uint8_t {
  kTooShort = 1,   // no tail behind a lead
  kTooLong = 2,    // a tail behind ASCII
  kOverlong2 = 4,  // C0 or C1
  kOverlong3 = 8,  // E0 and below A0
  kSurrogate = 16,
  kTooLarge = 32,  // from F4 on, and 90 or more
  kBehind8 = 64,   // F0 and 8x, which is overlong; F5 or more and 8x, which is too large
  kTwoTails = 128  // right as the third or fourth byte of a character
};

struct Utf8Faults {
  // By the high nibble of the first byte, its low one, and the high nibble of the second.
  alignas(16) uint8_t high[16] = {};
  alignas(16) uint8_t low[16] = {};
  alignas(16) uint8_t second[16] = {};

  constexpr Utf8Faults() {
    for (int n = 0; n < 16; ++n) {
      const bool is_tail = n >= 8 && n < 12;
      high[n] = n < 8 ? kTooLong : is_tail ? kTwoTails : kTooShort;
      low[n] = kTooShort | kTooLong | kTwoTails;
      if (n < 2) low[n] |= kOverlong2;
      if (n >= 4) low[n] |= kTooLarge;
      if (n == 0 || n >= 5) low[n] |= kBehind8;
      second[n] = is_tail ? kTooLong | kTwoTails | kOverlong2 : kTooShort;
      if (is_tail) second[n] |= n == 8 ? kBehind8 : kTooLarge;
      if (is_tail) second[n] |= n < 10 ? kOverlong3 : kSurrogate;
    }
    high[0xC] |= kOverlong2;
    high[0xE] |= kOverlong3 | kSurrogate;
    high[0xF] |= kTooLarge | kBehind8;
    low[0x0] |= kOverlong3;
    low[0xD] |= kSurrogate;
  }
};
constexpr Utf8Faults kUtf8Faults;

// Faults at the bytes of `now`, and at those of `prev` that `now` decides.
template <class Isa>
static inline typename Isa::Bytes FaultsOf(const typename Isa::Bytes& prev,
                                           const typename Isa::Bytes& now) {
  using Bytes = typename Isa::Bytes;
  const Bytes before = Isa::template Before<1>(prev, now);
  const Bytes pairs = Isa::And(Isa::And(Isa::Look(kUtf8Faults.high, Isa::HighNibbles(before)),
                                        Isa::Look(kUtf8Faults.low, Isa::LowNibbles(before))),
                               Isa::Look(kUtf8Faults.second, Isa::HighNibbles(now)));
  // The top bit says where a third or fourth byte must be, which is a tail behind a tail.
  const Bytes thirds = Isa::Less(Isa::template Before<2>(prev, now), Isa::Set(0xE0 - 0x80));
  const Bytes fourths = Isa::Less(Isa::template Before<3>(prev, now), Isa::Set(0xF0 - 0x80));
  return Isa::Xor(Isa::And(Isa::Or(thirds, fourths), Isa::Set(0x80)), pairs);
}

// Kernels::is_utf8.
template <class Isa>
static uint32_t IsUtf8(const char* text, uint64_t bytes) {
  using Bytes = typename Isa::Bytes;
  constexpr uint64_t kWidth = Isa::kWidth, kBlocks = 256 / kWidth;
  Bytes faults = Isa::Zero(), prev = Isa::Zero();
  uint64_t at = 0;
  bool open = false;  // the block before may want tails
  while (at + kBlocks * kWidth <= bytes) {
    Bytes block[kBlocks], all = Isa::Zero();
#pragma GCC unroll 8
    for (uint64_t b = 0; b < kBlocks; ++b, at += kWidth) {
      block[b] = Isa::Load(text + at);
      all = Isa::Or(all, block[b]);
    }
    const bool beyond_ascii = Isa::AnyBeyondAscii(all);
    if (beyond_ascii || open) {
#pragma GCC unroll 8
      for (uint64_t b = 0; b < kBlocks; ++b) {
        faults = Isa::Or(faults, FaultsOf<Isa>(b == 0 ? prev : block[b - 1], block[b]));
      }
    }
    prev = block[kBlocks - 1];
    open = beyond_ascii;
  }
  for (; at + kWidth <= bytes; at += kWidth) {
    const Bytes block = Isa::Load(text + at);
    faults = Isa::Or(faults, FaultsOf<Isa>(prev, block));
    prev = block;
  }
  char rest[kWidth] = {};  // its zeros tell what the end lacks
  if (at < bytes) std::memcpy(rest, text + at, bytes - at);
  faults = Isa::Or(faults, FaultsOf<Isa>(prev, Isa::Load(rest)));
  return Isa::Any(faults) ? 0 : 1;
}

}  // namespace mtgauge::simd
