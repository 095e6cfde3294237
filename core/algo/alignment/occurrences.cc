// Lists of positions, built by a counting sort.
#include "core/algo/alignment/occurrences.h"

#include <algorithm>

#include "core/simd/kernels.h"

namespace mtgauge {

void Occurrences::Set(Symbols symbols, uint32_t distinct) {
  starts_.Grow(size_t{distinct} + 2, 0);
  positions_.Grow(symbols.size(), 0);
  // Starts are stored one element further on while lists are filled, so that filling a list moves
  // them into place.
  std::fill_n(starts_.data(), size_t{distinct} + 2, 0);
  for (const uint32_t symbol : symbols) {
    if (symbol != kNoSymbol) ++starts_[symbol + 2];
  }
  for (uint32_t symbol = 0; symbol < distinct; ++symbol) starts_[symbol + 2] += starts_[symbol + 1];
  for (uint32_t i = 0; i < symbols.size(); ++i) {
    if (symbols[i] != kNoSymbol) positions_[starts_[symbols[i] + 1]++] = i;
  }
}

void PlacedReferences::Set(std::span<const SegmentView> references) {
  tokens_.clear();
  for (const SegmentView& view : references) tokens_.push_back(view.tokens);
  has_symbols_ = std::ranges::any_of(tokens_, [](const Tokens& t) { return t.count > kShort; });
  if (has_symbols_) SetSymbols();
}

void PlacedReferences::SetSymbols() {
  symbols_.Set(tokens_);
  places_.Resize(tokens_.size());
  for (uint32_t r = 0; r < count(); ++r) places_[r].Set(symbols_[r], symbols_.distinct());
}

const PlacedReferences& PlacedReferences::WithSymbols(PlacedReferences& memory) const {
  if (has_symbols_) return *this;
  memory.tokens_ = tokens_;
  memory.SetSymbols();
  return memory;
}

void PlacedReferences::FindMasks(uint32_t r, const Tokens& hypothesis, uint64_t* masks) const {
  ActiveKernels().match_masks(&hypothesis, &tokens_[r], 1, masks);
}

uint64_t PlacedReferences::PairsWith(Symbols hypothesis) const {
  uint64_t pairs = 0;
  for (const Occurrences& places : places_) pairs += places.PairsWith(hypothesis);
  return pairs;
}

}  // namespace mtgauge
