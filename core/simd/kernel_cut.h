// The rules of 13a as algebra on bit masks: bit i of a mask is byte i of a block of 64. Everything
// here has internal linkage on purpose (see kernels.h).
#pragma once

#include <cstdint>

#include "core/simd/kernel_common.h"

namespace mtgauge::simd {

struct BlockClasses {
  uint64_t punct, period, digit, hyphen;
  char next;  // the byte behind the block
};

// The bytes that are tokens by themselves. In the words of mteval-v13a.pl: punctuation always; a
// [.,] behind a non-digit that an earlier match has not consumed (R2), or before a non-digit (R3);
// a hyphen behind a digit (R4).
static inline uint64_t SingleBytes(const BlockClasses& c, CutState* after) {
  constexpr uint64_t kOdd = 0xAAAAAAAAAAAAAAAA;
  const uint64_t after_digit = c.digit << 1 | after->after_digit;
  const uint64_t next_digit = static_cast<uint8_t>(c.next - '0') < 10;
  const uint64_t before_digit = c.digit >> 1 | next_digit << 63;
  // Along a run of [.,] R2 matches every second one, beginning with the run's first that follows no
  // digit. The subtraction carries through each run and so tells odd from even places.
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

// Of a block, or of `count` characters, all behind which are spaces.
static inline TokenEdges FindEdges(uint64_t spaces, uint64_t singles, CutState* after,
                                   uint32_t count = 64) {
  const uint64_t words = ~(spaces | singles);
  const uint64_t after_word = words << 1 | after->after_word;
  const uint64_t after_single = singles << 1 | after->after_single;
  after->after_word = words >> (count - 1) & 1;
  after->after_single = singles >> (count - 1) & 1;
  return {singles | (words & ~after_word), after_single | (after_word & ~words)};
}

// Records the LFs of a block; place(i) is where character i stands, i up to 64. The first costs no
// branch, since most blocks hold one or none.
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

}  // namespace mtgauge::simd
