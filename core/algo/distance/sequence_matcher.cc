// Builds the masks of symbols.
#include "core/algo/distance/sequence_matcher.h"

#include <algorithm>

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

// Decides which symbols get masks of their own, and assigns the place of each symbol.
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
  programs_.Set(masks_.length());
  used_.Grow(distinct, 0);
}

uint64_t SequenceMatcher::Edits(Symbols reference) {
  return programs_.Edits(SizeOf(reference), MaskOf(reference));
}
uint64_t SequenceMatcher::BlockEdits(Symbols reference) {
  return programs_.BlockEdits(SizeOf(reference), MaskOf(reference));
}
uint64_t SequenceMatcher::CommonSubsequence(Symbols reference) {
  return programs_.CommonSubsequence(SizeOf(reference), MaskOf(reference));
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
