// Bit-parallel dynamic programmes over the positions of the hypothesis, one reference symbol after
// another.
#include "core/algo/distance/sequence_matcher.h"

#include <algorithm>
#include <bit>

namespace mtgauge {

void PositionMasks::Set(Symbols symbols, uint32_t distinct) {
  length_ = static_cast<uint32_t>(symbols.size());
  words_ = length_ / 64 + 1;
  entries_.Grow(distinct, 0);
  std::fill_n(entries_.data(), distinct, Entry{});
  for (const uint32_t symbol : symbols) {
    if (symbol != kNoSymbol) ++entries_[symbol].count;
  }
  Place(distinct);
  uint32_t position = 0;
  for (const uint32_t symbol : symbols) {
    const uint32_t at = position++;
    if (symbol == kNoSymbol) continue;
    Entry& entry = entries_[symbol];
    if (entry.listed) {
      positions_[entry.first++] = at;
    } else {
      masks_[size_t{entry.first} * words_ + at / 64] |= uint64_t{1} << (at % 64);
    }
  }
  for (uint32_t s = 0; s < distinct; ++s) {
    if (entries_[s].listed) entries_[s].first -= entries_[s].count;
  }
}

// Decides which symbols have masks of their own, and gives all their place.
void PositionMasks::Place(uint32_t distinct) {
  uint32_t masks = 0, listed = 0;
  for (uint32_t s = 0; s < distinct; ++s) {
    Entry& entry = entries_[s];
    entry.listed = entry.count < words_;
    entry.first = entry.listed ? listed : masks;
    (entry.listed ? listed : masks) += entry.listed ? entry.count : 1;
  }
  positions_.Grow(listed, 0);
  masks_.Grow(size_t{masks} * words_, 0);
  std::fill_n(masks_.data(), size_t{masks} * words_, 0);
  listed_.Grow(words_, 0);
  std::fill_n(listed_.data(), words_, 0);
  last_ = {};
}

const uint64_t* PositionMasks::Of(uint32_t symbol) {
  const Entry& entry = entries_[symbol];
  if (!entry.listed) return masks_.data() + size_t{entry.first} * words_;
  for (uint32_t i = 0; i < last_.count; ++i) listed_[positions_[last_.first + i] / 64] = 0;
  last_ = entry;
  for (uint32_t i = 0; i < entry.count; ++i) {
    const uint32_t at = positions_[entry.first + i];
    listed_[at / 64] |= uint64_t{1} << (at % 64);
  }
  return listed_.data();
}

void SequenceMatcher::Set(Symbols hypothesis, uint32_t distinct) {
  distinct_ = distinct;
  masks_.Set(hypothesis, distinct);
  first_.Grow(masks_.words(), 0);
  second_.Grow(masks_.words(), 0);
  used_.Grow(distinct, 0);
}

uint64_t SequenceMatcher::Edits(Symbols reference) {
  const uint32_t length = masks_.length();
  if (length == 0) return reference.size();
  // Differences between neighbouring positions of the row: +1 where `up` has a bit, -1 in `down`.
  uint64_t* const up = first_.data();
  uint64_t* const down = second_.data();
  const uint32_t words = (length + 63) / 64;
  std::fill_n(up, words, ~uint64_t{0});
  std::fill_n(down, words, uint64_t{0});
  const uint64_t top = uint64_t{1} << ((length - 1) % 64);
  uint64_t edits = length;
  for (const uint32_t symbol : reference) {
    const uint64_t* const mask = masks_.Of(symbol);
    uint64_t carry_rise = 1, carry_fall = 0, rise = 0, fall = 0;
    for (uint32_t w = 0; w < words; ++w) {
      const uint64_t match = mask[w] | carry_fall;
      const uint64_t diagonal = (((match & up[w]) + up[w]) ^ up[w]) | match | down[w];
      rise = down[w] | ~(diagonal | up[w]);
      fall = diagonal & up[w];
      const uint64_t rise_before = rise << 1 | carry_rise, fall_before = fall << 1 | carry_fall;
      carry_rise = rise >> 63;
      carry_fall = fall >> 63;
      up[w] = fall_before | ~(diagonal | rise_before);
      down[w] = rise_before & diagonal;
    }
    edits += (rise & top) != 0 ? 1 : 0;
    edits -= (fall & top) != 0 ? 1 : 0;
  }
  return edits;
}

// Within a row of the dynamic programme a jump costs one, so every value is the row's least or one
// more, and the row is that least and the set of positions (bit i: i symbols of the hypothesis are
// behind) that have it. A match costs nothing and comes from the position before; whatever else
// costs one: a reference symbol inserted (same position) or substituted (from the one before).
uint64_t SequenceMatcher::BlockEdits(Symbols reference) {
  uint64_t* const least = first_.data();
  uint64_t* const matched = second_.data();
  const uint32_t words = masks_.words();
  std::fill_n(least, words, uint64_t{0});
  least[0] = 1;
  uint64_t edits = 0;
  for (const uint32_t symbol : reference) {
    const uint64_t* const mask = masks_.Of(symbol);
    uint64_t any = 0;
    for (uint32_t w = 0; w < words; ++w) any |= matched[w] = least[w] & mask[w];
    uint64_t carry = 0;
    for (uint32_t w = 0; w < words; ++w) {
      const uint64_t from = any != 0 ? matched[w] : least[w] | mask[w];
      least[w] = (any != 0 ? 0 : least[w]) | from << 1 | carry;
      carry = from >> 63;
    }
    edits += any != 0 ? 0 : 1;
  }
  const uint32_t length = masks_.length();
  return edits + (least[length / 64] >> (length % 64) & 1 ? 0 : 1);
}

uint64_t SequenceMatcher::CommonSubsequence(Symbols reference) {
  // Bit i is 0 where the subsequence grows when position i joins the prefix.
  uint64_t* const flat = first_.data();
  const uint32_t words = masks_.words();
  std::fill_n(flat, words, ~uint64_t{0});
  for (const uint32_t symbol : reference) {
    const uint64_t* const mask = masks_.Of(symbol);
    uint64_t carry = 0;
    for (uint32_t w = 0; w < words; ++w) {
      const uint64_t taken = flat[w] & mask[w];
      const uint64_t partial = flat[w] + carry, sum = partial + taken;
      carry = (partial < carry ? 1 : 0) + (sum < taken ? 1 : 0);
      flat[w] = sum | (flat[w] & ~mask[w]);
    }
  }
  // Bits behind the hypothesis match nothing: only a carry out of its end could have cleared one.
  uint64_t common = 0;
  for (uint32_t w = 0; w < words; ++w) {
    const uint32_t used = std::min(64u, masks_.length() - 64 * w);
    const uint64_t inside = used == 64 ? ~uint64_t{0} : (uint64_t{1} << used) - 1;
    common += static_cast<uint64_t>(std::popcount(~flat[w] & inside));
  }
  return common;
}

uint64_t SequenceMatcher::CommonSymbols(Symbols reference) {
  std::fill_n(used_.data(), distinct_, uint32_t{0});
  uint64_t common = 0;
  for (const uint32_t symbol : reference) {
    if (used_[symbol] == masks_.count(symbol)) continue;
    ++used_[symbol];
    ++common;
  }
  return common;
}

}  // namespace mtgauge
