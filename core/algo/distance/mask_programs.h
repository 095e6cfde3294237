// Bit-parallel dynamic programming over the positions of a hypothesis, one reference symbol after
// another. `mask_at(i)` returns the positions of the reference's i-th symbol in the hypothesis: bit
// p of word w stands for position 64 w + p.
#pragma once

#include <algorithm>
#include <bit>
#include <cstdint>

#include "core/base/buffer.h"

namespace mtgauge {

// The positions of a word whose values are one more, and one less, than in the row before.
struct EditChanges {
  uint64_t more, less;
};
inline constexpr EditChanges kBeforeFirst = {uint64_t{1} << 63, 0};
// Replaces a row of the Levenshtein table by the next one, for a symbol with this mask. A row is
// the differences between neighbouring positions: +1 where `up` has a bit, -1 where `down` has one.
// The value before the first position grows by one per row (Myers 1999; Hyyrö 2003). Returns the
// changes of the last word, and gives those of every word to `keep`. If a row is computed in parts,
// pass what it returns as `before` to the next part.
template <typename Keep>
EditChanges NextEditRow(const uint64_t* mask, uint32_t words, uint64_t* up, uint64_t* down,
                        EditChanges before, const Keep& keep) {
  uint64_t carry_rise = before.more >> 63, carry_fall = before.less >> 63, rise = 0, fall = 0;
  for (uint32_t w = 0; w < words; ++w) {
    const uint64_t match = mask[w] | carry_fall;
    const uint64_t diagonal = (((match & up[w]) + up[w]) ^ up[w]) | match | down[w];
    rise = down[w] | ~(diagonal | up[w]);
    fall = diagonal & up[w];
    keep(w, EditChanges{rise, fall});
    const uint64_t rise_before = rise << 1 | carry_rise, fall_before = fall << 1 | carry_fall;
    carry_rise = rise >> 63;
    carry_fall = fall >> 63;
    up[w] = fall_before | ~(diagonal | rise_before);
    down[w] = rise_before & diagonal;
  }
  return {rise, fall};
}
// The same without keeping the changes of all words.
inline EditChanges NextEditRow(const uint64_t* mask, uint32_t words, uint64_t* up, uint64_t* down,
                               EditChanges before = kBeforeFirst) {
  return NextEditRow(mask, words, up, down, before, [](uint32_t, EditChanges) {});
}

// One thread's working memory.
class MaskPrograms {
 public:
  // The number of words in a mask, with room for length + 1 bits.
  static uint32_t WordsFor(uint32_t length) { return length / 64 + 1; }
  void Set(uint32_t length) {
    length_ = length;
    words_ = WordsFor(length);
    first_.Grow(words_, 0);
    second_.Grow(words_, 0);
  }

  template <typename MaskAt>
  uint64_t Edits(uint32_t count, const MaskAt& mask_at) {
    if (length_ == 0) return count;
    uint64_t* const up = first_.data();
    uint64_t* const down = second_.data();
    const uint32_t words = (length_ + 63) / 64;
    std::fill_n(up, words, ~uint64_t{0});
    std::fill_n(down, words, uint64_t{0});
    const uint64_t top = uint64_t{1} << ((length_ - 1) % 64);
    uint64_t edits = length_;
    for (uint32_t i = 0; i < count; ++i) {
      const EditChanges last = NextEditRow(mask_at(i), words, up, down);
      edits += (last.more & top) != 0 ? 1 : 0;
      edits -= (last.less & top) != 0 ? 1 : 0;
    }
    return edits;
  }

  // Within a row a jump costs one, so every value is the row's minimum or one more. A row is
  // therefore its minimum and the set of positions with that value (bit i: after i symbols of the
  // hypothesis). A match costs nothing and comes from the previous position. Everything else costs
  // one: a reference symbol that is inserted (same position) or substituted (from the previous
  // one).
  template <typename MaskAt>
  uint64_t BlockEdits(uint32_t count, const MaskAt& mask_at) {
    uint64_t* const least = first_.data();
    uint64_t* const matched = second_.data();
    std::fill_n(least, words_, uint64_t{0});
    least[0] = 1;
    uint64_t edits = 0;
    for (uint32_t i = 0; i < count; ++i) {
      const uint64_t* const mask = mask_at(i);
      uint64_t any = 0;
      for (uint32_t w = 0; w < words_; ++w) any |= matched[w] = least[w] & mask[w];
      uint64_t carry = 0;
      for (uint32_t w = 0; w < words_; ++w) {
        const uint64_t from = any != 0 ? matched[w] : least[w] | mask[w];
        least[w] = (any != 0 ? 0 : least[w]) | from << 1 | carry;
        carry = from >> 63;
      }
      edits += any != 0 ? 0 : 1;
    }
    return edits + (least[length_ / 64] >> (length_ % 64) & 1 ? 0 : 1);
  }

  template <typename MaskAt>
  uint64_t CommonSubsequence(uint32_t count, const MaskAt& mask_at) {
    // Bit i is 0 if the subsequence grows when position i is added to the prefix.
    uint64_t* const flat = first_.data();
    std::fill_n(flat, words_, ~uint64_t{0});
    for (uint32_t i = 0; i < count; ++i) {
      const uint64_t* const mask = mask_at(i);
      uint64_t carry = 0;
      for (uint32_t w = 0; w < words_; ++w) {
        const uint64_t taken = flat[w] & mask[w];
        const uint64_t partial = flat[w] + carry, sum = partial + taken;
        carry = (partial < carry ? 1 : 0) + (sum < taken ? 1 : 0);
        flat[w] = sum | (flat[w] & ~mask[w]);
      }
    }
    // Bits after the hypothesis match nothing, but a carry out of its end may have cleared one.
    uint64_t common = 0;
    for (uint32_t w = 0; w < words_; ++w) {
      const uint32_t used = std::min(64u, length_ - 64 * w);
      const uint64_t inside = used == 64 ? ~uint64_t{0} : (uint64_t{1} << used) - 1;
      common += static_cast<uint64_t>(std::popcount(~flat[w] & inside));
    }
    return common;
  }

  // Returns the number of common symbols, with multiplicity: each occurrence takes a free position.
  template <typename MaskAt>
  uint64_t CommonSymbols(uint32_t count, const MaskAt& mask_at) {
    uint64_t* const left = first_.data();
    std::fill_n(left, words_, ~uint64_t{0});
    uint64_t common = 0;
    for (uint32_t i = 0; i < count; ++i) {
      const uint64_t* const mask = mask_at(i);
      for (uint32_t w = 0; w < words_; ++w) {
        const uint64_t free = mask[w] & left[w];
        if (free == 0) continue;
        left[w] &= ~(free & (0 - free));
        ++common;
        break;
      }
    }
    return common;
  }

 private:
  uint32_t length_ = 0, words_ = 1;
  Buffer<uint64_t> first_, second_;  // the current row
};

}  // namespace mtgauge
