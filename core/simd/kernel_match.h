// Position masks and clipped matching, generic over the primitives of an instruction set (a class
// `Isa` in an unnamed namespace):
//
//   template <int kOctets> struct Keys  8 * kOctets keys in registers: Load(key); Equal(key)
//                                       returns a mask
//   HashedKeys(key, n)                  bit i: key[i] is a hashed key, n <= 64
//   SameBytes(a, b, size)               compares bytes, any size
//   CompareKeys(hyp, ref, masks, stride)  BlockMasks() without verification, e.g. BlockKeys<Isa>
//
// Everything here has internal linkage on purpose (see kernels.h).
#pragma once

#include <cstdint>

#include "core/simd/kernel_common.h"

namespace mtgauge::simd {

// Returns the tokens from `first` on, at most 64.
static inline KernelTokens BlockOf(const KernelTokens& tokens, uint32_t first) {
  const uint32_t left = tokens.count - first;
  return {tokens.base, tokens.begin + first, tokens.end + first, tokens.key + first,
          left < 64 ? left : 64};
}

// The clipped counts of orders 1 to 4 against one reference of at most 64 tokens. AddMask() adds
// the position mask of each hypothesis token in turn. Bit b of e_n is set if the n-gram that ends
// at the current token equals the one that ends at position b. Equal n-grams have the same mask and
// unequal ones disjoint masks, so marking the lowest free bit of e_n uses up one occurrence.
struct ClippedCounts {
  uint64_t e1, e2, e3;
  uint64_t used1, used2, used3, used4;
};

static inline void MarkLowest(uint64_t equal, uint64_t& used) {
  const uint64_t free = equal & ~used;
  used |= free & (0 - free);
}

static inline void AddMask(uint64_t mask, ClippedCounts& counts) {
  const uint64_t n4 = mask & (counts.e3 << 1);
  const uint64_t n3 = mask & (counts.e2 << 1);
  const uint64_t n2 = mask & (counts.e1 << 1);
  counts.e1 = mask;
  counts.e2 = n2;
  counts.e3 = n3;
  MarkLowest(mask, counts.used1);
  MarkLowest(n2, counts.used2);
  MarkLowest(n3, counts.used3);
  MarkLowest(n4, counts.used4);
}

static inline void AddTotals(const ClippedCounts& counts, int64_t* matches) {
  matches[0] += __builtin_popcountll(counts.used1);
  matches[1] += __builtin_popcountll(counts.used2);
  matches[2] += __builtin_popcountll(counts.used3);
  matches[3] += __builtin_popcountll(counts.used4);
}

template <class Isa>
static inline bool SameToken(const KernelTokens& a, uint32_t i, const KernelTokens& b, uint32_t j) {
  const uint32_t size = a.end[i] - a.begin[i];
  return size == b.end[j] - b.begin[j] &&
         Isa::SameBytes(a.base + a.begin[i], b.base + b.begin[j], size);
}

// Returns true if, for each bit i of `which`, all reference tokens in masks[i] equal hypothesis
// token i.
template <class Isa>
static inline bool AllSame(const KernelTokens& hyp, const KernelTokens& ref, const uint64_t* masks,
                           uint64_t which) {
  for (; which != 0; which &= which - 1) {
    const uint32_t i = static_cast<uint32_t>(__builtin_ctzll(which));
    for (uint64_t todo = masks[i]; todo != 0; todo &= todo - 1) {
      const uint32_t j = static_cast<uint32_t>(__builtin_ctzll(todo));
      if (__builtin_expect(!SameToken<Isa>(hyp, i, ref, j), 0)) return false;
    }
  }
  return true;
}

template <class Isa>
static inline void BlockKeys(const KernelTokens& hyp, const KernelTokens& ref, uint64_t* masks,
                             uint32_t stride) {
  const uint64_t valid = LowBits(ref.count);
  for (uint32_t i = 0; i < hyp.count; ++i) masks[i * stride] = 0;
  for (uint32_t j = 0; j < ref.count; j += 8) {
    typename Isa::template Keys<1> keys;
    keys.Load(ref.key + j);
    for (uint32_t i = 0; i < hyp.count; ++i) {
      masks[i * stride] |= (keys.Equal(hyp.key[i]) << j) & valid;
    }
  }
}

// Sets masks[i * stride] for a block of at most 64 tokens on either side.
template <class Isa>
static void BlockMasks(const KernelTokens& hyp, const KernelTokens& ref, uint64_t* masks,
                       uint32_t stride) {
  Isa::CompareKeys(hyp, ref, masks, stride);
  for (uint64_t hashed = Isa::HashedKeys(hyp.key, hyp.count); hashed != 0; hashed &= hashed - 1) {
    const uint32_t i = static_cast<uint32_t>(__builtin_ctzll(hashed));
    for (uint64_t todo = masks[i * stride]; todo != 0; todo &= todo - 1) {
      if (!SameToken<Isa>(hyp, i, ref, static_cast<uint32_t>(__builtin_ctzll(todo)))) {
        masks[i * stride] ^= todo & (0 - todo);
      }
    }
  }
}

// Kernels::match_masks.
template <class Isa>
static void MatchMasks(const KernelTokens* hyp, const KernelTokens* ref, uint32_t words,
                       uint64_t* masks) {
  for (uint32_t i = 0; i < hyp->count; i += 64) {
    const KernelTokens block = BlockOf(*hyp, i);
    for (uint32_t w = 0; w < words; ++w) {
      BlockMasks<Isa>(block, BlockOf(*ref, 64 * w), masks + uint64_t{i} * words + w, words);
    }
  }
}

// Kernels::match4 for the cases that Match4Fused() does not handle: more than 64 hypothesis tokens,
// or unequal tokens that share a hashed key.
template <class Isa>
__attribute__((noinline)) static void Match4ByBlocks(const KernelTokens& hyp,
                                                     const KernelTokens& ref, int64_t* matches) {
  ClippedCounts counts{};
  uint64_t masks[64];
  for (uint32_t first = 0; first < hyp.count; first += 64) {
    const KernelTokens block = BlockOf(hyp, first);
    BlockMasks<Isa>(block, ref, masks, 1);
    for (uint32_t i = 0; i < block.count; ++i) AddMask(masks[i], counts);
  }
  AddTotals(counts, matches);
}

// Compares and clips in one pass on the assumption that equal hashed keys mean equal tokens, and
// verifies this afterwards. Verifying within the loop would cause many branch mispredictions.
template <class Isa, int kOctets>
static inline void Match4Fused(const KernelTokens& hyp, const KernelTokens& ref, int64_t* matches) {
  typename Isa::template Keys<kOctets> keys;
  keys.Load(ref.key);
  const uint64_t valid = LowBits(ref.count);
  ClippedCounts counts{};
  uint64_t masks[64];
  for (uint32_t i = 0; i < hyp.count; ++i) {
    masks[i] = keys.Equal(hyp.key[i]) & valid;
    AddMask(masks[i], counts);
  }
  const uint64_t hashed = Isa::HashedKeys(hyp.key, hyp.count);
  if (!AllSame<Isa>(hyp, ref, masks, hashed)) return Match4ByBlocks<Isa>(hyp, ref, matches);
  AddTotals(counts, matches);
}

// Kernels::match4.
template <class Isa>
static void Match4(const KernelTokens* hyp, const KernelTokens* ref, int64_t* matches) {
  if (hyp->count > 64) return Match4ByBlocks<Isa>(*hyp, *ref, matches);
  switch ((ref->count + 7) / 8) {
    case 0:
      return;
    case 1:
    case 2:
      return Match4Fused<Isa, 2>(*hyp, *ref, matches);
    case 3:
      return Match4Fused<Isa, 3>(*hyp, *ref, matches);
    case 4:
      return Match4Fused<Isa, 4>(*hyp, *ref, matches);
    case 5:
    case 6:
      return Match4Fused<Isa, 6>(*hyp, *ref, matches);
    default:
      return Match4Fused<Isa, 8>(*hyp, *ref, matches);
  }
}

// A row of the Levenshtein table: the differences between neighbouring positions of the reference,
// +1 where `up` has a bit, -1 where `down` has one (Myers 1999; Hyyro 2003).
struct EditRow {
  uint64_t up = ~uint64_t{0}, down = 0;
};

static inline void NextRow(uint64_t mask, EditRow& row) {
  const uint64_t diagonal = (((mask & row.up) + row.up) ^ row.up) | mask | row.down;
  // Where the value before is not more than in the row above, and where it is less.
  const uint64_t no_rise = (~row.down & (diagonal | row.up)) << 1;
  const uint64_t fall = (diagonal & row.up) << 1;
  row.up = fall | (~diagonal & no_rise);
  row.down = diagonal & ~no_rise;
}

// Returns the row's value at the end of the reference, after `rows` hypothesis tokens.
static inline uint32_t LastOf(const EditRow& row, uint32_t rows, uint32_t ref_count) {
  const uint64_t valid = LowBits(ref_count);
  return rows + static_cast<uint32_t>(__builtin_popcountll(row.up & valid)) -
         static_cast<uint32_t>(__builtin_popcountll(row.down & valid));
}

// Kernels::edits if unequal tokens share a hashed key.
template <class Isa>
__attribute__((noinline)) static uint32_t EditsByMasks(const KernelTokens& hyp,
                                                       const KernelTokens& ref) {
  uint64_t masks[64];
  BlockMasks<Isa>(hyp, ref, masks, 1);
  EditRow row;
  for (uint32_t i = 0; i < hyp.count; ++i) NextRow(masks[i], row);
  return LastOf(row, hyp.count, ref.count);
}

// Compares keys and computes rows in one pass, and verifies hashed keys afterwards.
template <class Isa, int kOctets>
static inline uint32_t EditsFused(const KernelTokens& hyp, const KernelTokens& ref) {
  typename Isa::template Keys<kOctets> keys;
  keys.Load(ref.key);
  const uint64_t valid = LowBits(ref.count);
  EditRow row;
  uint64_t masks[64], matched = 0;
  for (uint32_t i = 0; i < hyp.count; ++i) {
    masks[i] = keys.Equal(hyp.key[i]) & valid;
    matched |= uint64_t{masks[i] != 0} << i;
    NextRow(masks[i], row);
  }
  const uint64_t hashed = Isa::HashedKeys(hyp.key, hyp.count) & matched;
  if (!AllSame<Isa>(hyp, ref, masks, hashed)) return EditsByMasks<Isa>(hyp, ref);
  return LastOf(row, hyp.count, ref.count);
}

// Kernels::edits.
template <class Isa>
static uint32_t Edits(const KernelTokens* hyp, const KernelTokens* ref) {
  switch ((ref->count + 7) / 8) {
    case 0:
    case 1:
    case 2:
      return EditsFused<Isa, 2>(*hyp, *ref);
    case 3:
      return EditsFused<Isa, 3>(*hyp, *ref);
    case 4:
      return EditsFused<Isa, 4>(*hyp, *ref);
    case 5:
    case 6:
      return EditsFused<Isa, 6>(*hyp, *ref);
    default:
      return EditsFused<Isa, 8>(*hyp, *ref);
  }
}

}  // namespace mtgauge::simd
