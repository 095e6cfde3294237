// Ids for the n-grams of many symbol sequences: 0, 1, 2, ... in order of first occurrence.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "core/algo/ngrams/ngram_table.h"
#include "core/base/hash.h"

namespace mtgauge {

// A map from n-grams to ids. An n-gram is identified by the pair (id of its first n - 1 symbols,
// last symbol), so n-grams are never compared symbol by symbol.
class GramNames {
 public:
  // A symbol that occurs in no added sequence. Sequences passed to Find() may contain it.
  static constexpr uint32_t kUnknown = UINT32_MAX;
  static constexpr uint32_t kNone = GenerationIndex::kNone;

  // `grams`: the approximate number of n-grams.
  explicit GramNames(size_t grams) { index_.Clear(DefaultHash().function, grams); }

  // Calls visit(order, id) for every n-gram of a sequence. A new n-gram gets the next id.
  template <typename Visit>
  void Add(std::span<const uint32_t> symbols, uint32_t max_order, const Visit& visit) {
    names_.assign(symbols.size(), kEmpty);
    for (uint32_t n = 1; n <= max_order && n <= symbols.size(); ++n) {
      const auto key = [&](size_t i) { return Key(names_[i], symbols[i + n - 1]); };
      for (size_t i = 0; i + n <= symbols.size(); ++i) {
        if (i + kAhead + n <= symbols.size()) index_.Prefetch(key(i + kAhead));
        names_[i] = index_.FindOrAdd(key(i), count_, kAlways);
        visit(n, names_[i]);
        if (names_[i] == count_) ++count_;
      }
    }
  }

  // Calls visit(id) for every n-gram of one order that was added. `names` must have room for all
  // symbols and contain what the call for order - 1 wrote there.
  template <typename Visit>
  void Find(std::span<const uint32_t> symbols, uint32_t order, std::vector<uint32_t>& names,
            const Visit& visit) const {
    const auto key = [&](size_t j) {
      return Key(order > 1 ? names[j] : kEmpty, symbols[j + order - 1]);
    };
    const auto lost = [&](size_t j) { return order > 1 && names[j] == kNone; };
    for (size_t j = 0; j + order <= symbols.size(); ++j) {
      if (j + kAhead + order <= symbols.size() && !lost(j + kAhead)) {
        index_.Prefetch(key(j + kAhead));
      }
      if (lost(j)) continue;
      names[j] = symbols[j + order - 1] == kUnknown ? kNone : index_.Find(key(j), kAlways);
      if (names[j] != kNone) visit(names[j]);
    }
  }

  // Frees the memory that only Add() needs.
  void Seal() { names_ = {}; }

 private:
  static constexpr uint32_t kEmpty = UINT32_MAX;  // the empty prefix
  // Prefetch distance, in lookups.
  static constexpr size_t kAhead = 12;
  static constexpr auto kAlways = [](uint32_t) { return true; };
  static uint64_t Key(uint32_t prefix, uint32_t symbol) { return uint64_t{prefix} << 32 | symbol; }

  GenerationIndex index_;
  uint32_t count_ = 0;
  std::vector<uint32_t> names_;  // [position]: id of the n-gram that begins there
};

}  // namespace mtgauge
