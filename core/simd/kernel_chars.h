// Clipped matches of character n-grams, written once over what an instruction set supplies (a class
// `Isa` in an unnamed namespace; a lane is 64 bits wide and lane n - 1 belongs to order n):
//
//   Lanes                        eight lanes; Zero()
//   Extend(ends, below, mask)    the lanes of ends, shifted up by one bit (the top bit of below's
//                                lane coming in) and by one lane (all ones coming in), & mask
//   LaneSet                      some of the lanes; All()
//   Take(ends, open, used)       in the open lanes, marks the lowest bit of ends that used lacks;
//                                returns the open lanes in which there was none
//   TopBits(ends), ToTopBits(b)  the top bit of each lane as a bit of a byte, and back
//   ToByte(set), ToSet(byte)     a lane set as a byte, and back
//   Save(lanes, to)
//
// The clipping is that of core/algo/ngrams/ngram_bitmask.cc, all orders at once. Everything here
// has internal linkage on purpose (see kernels.h).
#pragma once

#include <cstdint>

#include "core/simd/kernel_common.h"

namespace mtgauge::simd {

template <class Isa, bool kChained>
static void MatchCharsOf(const uint64_t* masks, const uint16_t* rows, uint32_t count,
                         uint8_t* chain, int64_t* matches) {
  using Lanes = typename Isa::Lanes;
  Lanes ends[2] = {Isa::Zero(), Isa::Zero()};
  Lanes used[2] = {Isa::Zero(), Isa::Zero()};
  for (uint32_t j = 0; j < count; ++j) {
    const uint64_t* const mask = masks + 2 * rows[j];
    Lanes below = Isa::Zero();
    typename Isa::LaneSet open = Isa::All();
    if (kChained) {
      below = Isa::ToTopBits(chain[2 * j]);
      open = Isa::ToSet(static_cast<uint8_t>(~chain[2 * j + 1]));
      chain[2 * j] = Isa::TopBits(ends[1]);
    }
    ends[1] = Isa::Extend(ends[1], ends[0], mask[1]);
    ends[0] = Isa::Extend(ends[0], below, mask[0]);
    open = Isa::Take(ends[0], open, used[0]);
    open = Isa::Take(ends[1], open, used[1]);
    if (kChained) chain[2 * j + 1] = static_cast<uint8_t>(~Isa::ToByte(open));
  }
  uint64_t marks[2][8];
  Isa::Save(used[0], marks[0]);
  Isa::Save(used[1], marks[1]);
  for (int n = 0; n < 8; ++n) {
    matches[n] += __builtin_popcountll(marks[0][n]) + __builtin_popcountll(marks[1][n]);
  }
}

// Kernels::match_chars.
template <class Isa>
static void MatchChars(const uint64_t* masks, const uint16_t* rows, uint32_t count, uint8_t* chain,
                       int64_t* matches) {
  if (chain == nullptr) {
    MatchCharsOf<Isa, false>(masks, rows, count, chain, matches);
  } else {
    MatchCharsOf<Isa, true>(masks, rows, count, chain, matches);
  }
}

}  // namespace mtgauge::simd
