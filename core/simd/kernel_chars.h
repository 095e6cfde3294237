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
//   Positions<Element>           64 elements of one or two bytes: Load(ref); Equal(element) -> bits
//
// The clipping is that of core/algo/ngrams/ngram_bitmask.cc, all orders at once. Everything here
// has internal linkage on purpose (see kernels.h).
#pragma once

#include <cstdint>

#include "core/simd/kernel_common.h"

namespace mtgauge::simd {

namespace {

// Positions that are looked up by byte: elements are equal if all their bytes are equal.
template <typename Element>
struct TablePositions {
  uint64_t of_byte[sizeof(Element)][256] = {};
  void Load(const Element* ref) {
    for (uint32_t i = 0; i < 64; ++i) {
      for (uint32_t k = 0; k < sizeof(Element); ++k) {
        of_byte[k][ref[i] >> 8 * k & 0xFF] |= uint64_t{1} << i;
      }
    }
  }
  uint64_t Equal(Element element) const {
    uint64_t bits = ~uint64_t{0};
    for (uint32_t k = 0; k < sizeof(Element); ++k) bits &= of_byte[k][element >> 8 * k & 0xFF];
    return bits;
  }
};

}  // namespace

template <class Isa, typename Element, int kWords>
static void CharMasksOf(const Element* ref, uint32_t length, const Element* hyp, uint32_t count,
                        uint64_t* masks) {
  typename Isa::template Positions<Element> positions[kWords];
  uint64_t valid[kWords];
  for (uint32_t w = 0; w < kWords; ++w) {
    const uint32_t left = length > 64 * w ? length - 64 * w : 0;
    positions[w].Load(ref + 64 * w);
    valid[w] = LowBits(left < 64 ? left : 64);
  }
  for (uint32_t j = 0; j < count; ++j) {
#pragma GCC unroll 4
    for (int w = 0; w < kWords; ++w) *masks++ = positions[w].Equal(hyp[j]) & valid[w];
  }
}

// Kernels::char_masks8 and char_masks16.
template <class Isa, typename Element>
static void CharMasks(const Element* ref, uint32_t length, const Element* hyp, uint32_t count,
                      uint32_t words, uint64_t* masks) {
  switch (words) {
    case 1:
      return CharMasksOf<Isa, Element, 1>(ref, length, hyp, count, masks);
    case 2:
      return CharMasksOf<Isa, Element, 2>(ref, length, hyp, count, masks);
    case 3:
      return CharMasksOf<Isa, Element, 3>(ref, length, hyp, count, masks);
    default:
      return CharMasksOf<Isa, Element, 4>(ref, length, hyp, count, masks);
  }
}

template <class Isa, int kWords, bool kChained>
static void MatchCharsOf(const uint64_t* masks, uint32_t count, uint8_t* chain, int64_t* matches) {
  using Lanes = typename Isa::Lanes;
  Lanes ends[kWords], used[kWords];
#pragma GCC unroll 4
  for (int w = 0; w < kWords; ++w) ends[w] = used[w] = Isa::Zero();
  for (uint32_t j = 0; j < count; ++j) {
    const uint64_t* const mask = masks + uint64_t{kWords} * j;
    Lanes below = Isa::Zero();
    typename Isa::LaneSet open = Isa::All();
    if (kChained) {
      below = Isa::ToTopBits(chain[2 * j]);
      open = Isa::ToSet(static_cast<uint8_t>(~chain[2 * j + 1]));
      chain[2 * j] = Isa::TopBits(ends[kWords - 1]);
    }
#pragma GCC unroll 4
    for (int w = kWords - 1; w >= 0; --w) {
      ends[w] = Isa::Extend(ends[w], w > 0 ? ends[w - 1] : below, mask[w]);
    }
#pragma GCC unroll 4
    for (int w = 0; w < kWords; ++w) open = Isa::Take(ends[w], open, used[w]);
    if (kChained) chain[2 * j + 1] = static_cast<uint8_t>(~Isa::ToByte(open));
  }
  for (int w = 0; w < kWords; ++w) {
    uint64_t marks[8];
    Isa::Save(used[w], marks);
    for (int n = 0; n < 8; ++n) matches[n] += __builtin_popcountll(marks[n]);
  }
}

template <class Isa, bool kChained>
static void MatchCharsIn(const uint64_t* masks, uint32_t words, uint32_t count, uint8_t* chain,
                         int64_t* matches) {
  switch (words) {
    case 1:
      return MatchCharsOf<Isa, 1, kChained>(masks, count, chain, matches);
    case 2:
      return MatchCharsOf<Isa, 2, kChained>(masks, count, chain, matches);
    case 3:
      return MatchCharsOf<Isa, 3, kChained>(masks, count, chain, matches);
    default:
      return MatchCharsOf<Isa, 4, kChained>(masks, count, chain, matches);
  }
}

// Kernels::match_chars.
template <class Isa>
static void MatchChars(const uint64_t* masks, uint32_t words, uint32_t count, uint8_t* chain,
                       int64_t* matches) {
  if (chain == nullptr) {
    MatchCharsIn<Isa, false>(masks, words, count, chain, matches);
  } else {
    MatchCharsIn<Isa, true>(masks, words, count, chain, matches);
  }
}

}  // namespace mtgauge::simd
