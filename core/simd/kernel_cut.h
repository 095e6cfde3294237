// The rules of 13a as bit-mask operations. Bit i of a mask stands for byte i of a block of 64.
// Cut() is generic over the primitives of an instruction set (a class `Isa` in an unnamed
// namespace):
//
//   Classify<k13a>(p)               the masks of 64 bytes; without k13a: spaces, lf and special
//   WritePositions(bits, at, to)    writes at + position of each set bit; returns their number; may
//                                   write 8 more
//
// Everything here has internal linkage on purpose (see kernels.h).
#pragma once

#include <cstdint>

#include "core/simd/kernel_common.h"

namespace mtgauge::simd {

struct BlockClasses {
  uint64_t punct, period, digit, hyphen;
  char next;  // the byte after the block
};

// Returns the bytes that are tokens by themselves. In terms of mteval-v13a.pl: any punctuation; a
// [.,] after a non-digit that an earlier match has not consumed (R2), or before a non-digit (R3); a
// hyphen after a digit (R4).
static inline uint64_t SingleBytes(const BlockClasses& c, CutState* after) {
  constexpr uint64_t kOdd = 0xAAAAAAAAAAAAAAAA;
  const uint64_t after_digit = c.digit << 1 | after->after_digit;
  const uint64_t next_digit = static_cast<uint8_t>(c.next - '0') < 10;
  const uint64_t before_digit = c.digit >> 1 | next_digit << 63;
  // In a run of [.,], R2 matches every second one, beginning with the first that does not follow a
  // digit. The subtraction carries through each run and so separates odd from even positions.
  const uint64_t candidates = c.period & ~after_digit;
  const uint64_t runs = candidates & ~after->after_split;
  const uint64_t split = (((runs << 1 | kOdd) - runs) ^ kOdd) & runs;
  after->after_digit = c.digit >> 63;
  after->after_split = split >> 63;
  return c.punct | (c.period & (split | ~before_digit)) | (c.hyphen & after_digit);
}

struct TokenEdges {
  uint64_t begins, ends;
};

// Returns the token edges of a block, or of `count` characters followed only by spaces.
static inline TokenEdges FindEdges(uint64_t spaces, uint64_t singles, CutState* after,
                                   uint32_t count = 64) {
  const uint64_t words = ~(spaces | singles);
  const uint64_t after_word = words << 1 | after->after_word;
  const uint64_t after_single = singles << 1 | after->after_single;
  after->after_word = words >> (count - 1) & 1;
  after->after_single = singles >> (count - 1) & 1;
  return {singles | (words & ~after_word), after_single | (after_word & ~words)};
}

// Records the LFs of a block. place(i) returns the position of character i, i <= 64. The first LF
// is recorded without a branch, because most blocks have at most one.
template <class Place>
static inline void AddLines(uint64_t lf, uint64_t begins, const Place& place, CutOutput* out) {
  const auto add = [&](uint32_t bit) {
    out->line_token[out->lines] =
        out->begins + static_cast<uint32_t>(__builtin_popcountll(begins & LowBits(bit)));
    out->line_end[out->lines] = place(bit);
  };
  add(TrailingZeros(lf));
  out->lines += lf != 0;
  for (lf &= lf - 1; __builtin_expect(lf != 0, 0); lf &= lf - 1) {
    add(static_cast<uint32_t>(__builtin_ctzll(lf)));
    ++out->lines;
  }
}

struct CutMasks {
  uint64_t spaces, punct, period, digit, hyphen, lf;
  uint64_t special;  // to be verified by AddSpecials()
};

// Kernels::cut_13a and cut_whitespace.
template <class Isa, bool k13a>
static void Cut(const char* text, uint32_t from, uint32_t to, CutState* state, CutOutput* out) {
  CutState after = *state;
  CutOutput w = *out;
  for (uint32_t at = from; at < to; at += 64) {
    const CutMasks block = Isa::template Classify<k13a>(text + at);
    // Bytes after the end count as spaces.
    const uint64_t valid = to - at < 64 ? LowBits(to - at) : ~uint64_t{0};
    uint64_t singles = 0;
    if constexpr (k13a) {
      singles = SingleBytes({block.punct & valid, block.period & valid, block.digit & valid,
                             block.hyphen & valid, text[at + 64]},
                            &after);
    }
    const TokenEdges edges = FindEdges(block.spaces | ~valid, singles, &after);
    AddLines(
        block.lf & valid, edges.begins, [at](uint32_t i) { return at + i; }, &w);
    const uint64_t suspects = block.special & valid;
    if (suspects != 0) AddSpecials(text, at, suspects, &w);
    w.begins += Isa::WritePositions(edges.begins, at, w.begin + w.begins);
    w.ends += Isa::WritePositions(edges.ends, at, w.end + w.ends);
  }
  *state = after;
  *out = w;
}

}  // namespace mtgauge::simd
