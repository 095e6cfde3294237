// Lists of the positions of each symbol in a sequence, and in the references of a segment.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "core/algo/alignment/symbols.h"
#include "core/base/buffer.h"
#include "core/base/kept_list.h"
#include "core/text/view.h"

namespace mtgauge {

// Immutable between calls of Set(). Reuses its memory, which is linear in the lengths of the
// sequence and of the alphabet.
class Occurrences {
 public:
  // `distinct` must be greater than every symbol except kNoSymbol, which is skipped.
  void Set(Symbols symbols, uint32_t distinct);

  // Returns the positions of the symbol, in rising order.
  std::span<const uint32_t> Of(uint32_t symbol) const {
    if (symbol == kNoSymbol) return {};
    return {positions_.data() + starts_[symbol], positions_.data() + starts_[symbol + 1]};
  }
  // Counts the pairs of equal symbols of another sequence and this one.
  uint64_t PairsWith(Symbols symbols) const {
    uint64_t pairs = 0;
    for (const uint32_t symbol : symbols) pairs += Of(symbol).size();
    return pairs;
  }

 private:
  Buffer<uint32_t> starts_, positions_;
};

// The references of a segment, and where each has a word: as masks of places if all texts are
// short, else by symbols. Immutable between calls of Set(). Reuses its memory.
class PlacedReferences {
 public:
  // The most words of a short text.
  static constexpr uint32_t kShort = 64;

  explicit PlacedReferences(HashFunction hash) : symbols_(SymbolKind::kToken, hash) {}

  // The views must outlive it.
  void Set(std::span<const SegmentView> references);

  uint32_t count() const { return static_cast<uint32_t>(tokens_.size()); }
  uint32_t length(uint32_t r) const { return tokens_[r].count; }

  // Returns whether the hypothesis and all references are short. Then masks[i] has a bit for each
  // place of word i of the hypothesis in reference r.
  bool AreShortWith(const Tokens& hypothesis) const {
    return !has_symbols_ && hypothesis.count <= kShort;
  }
  void FindMasks(uint32_t r, const Tokens& hypothesis, uint64_t* masks) const;

  // Returns the same references with symbols: these, or `memory`, which is filled.
  const PlacedReferences& WithSymbols(PlacedReferences& memory) const;
  const ReferenceSymbols& symbols() const { return symbols_; }
  Symbols operator[](uint32_t r) const { return symbols_[r]; }
  const Occurrences& places(uint32_t r) const { return places_[r]; }
  // Counts the pairs of equal symbols of a hypothesis and all references.
  uint64_t PairsWith(Symbols hypothesis) const;

 private:
  void SetSymbols();

  std::vector<Tokens> tokens_;
  bool has_symbols_ = false;
  ReferenceSymbols symbols_;
  KeptList<Occurrences> places_;
};

}  // namespace mtgauge
