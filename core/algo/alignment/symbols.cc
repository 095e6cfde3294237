// Names tokens and characters by comparing their keys, or by an index of them.
#include "core/algo/alignment/symbols.h"

#include <algorithm>
#include <bit>

#include "core/simd/kernels.h"
#include "core/text/token_key.h"
#include "core/text/utf8.h"

namespace mtgauge {
namespace {

// Returns an upper bound of the number of units in `tokens`.
size_t UnitsAtMost(const Tokens& tokens, SymbolKind kind) {
  if (kind == SymbolKind::kToken) return tokens.count;
  size_t most = 0;
  for (uint32_t i = 0; i < tokens.count; ++i) most += tokens[i].size() + 1;
  return most;
}

// Calls take(key, token) for each unit in order. A code point is its own key, never a hashed one.
template <typename Take>
void ForEachUnit(const Tokens& tokens, SymbolKind kind, const Take& take) {
  for (uint32_t i = 0; i < tokens.count; ++i) {
    const std::string_view token = tokens[i];
    if (kind == SymbolKind::kToken) {
      take(tokens.key[i], token);
      continue;
    }
    if (i > 0) take(uint64_t{' '}, token);
    for (size_t at = 0; at < token.size();) {
      const CodePoint c = DecodeAt(token, at);
      take(uint64_t{c.value}, token);
      at += c.length;
    }
  }
}

// Returns a predicate that distinguishes tokens with the same hashed key.
auto SameWord(uint64_t key, std::string_view token, const Buffer<std::string_view>& words) {
  return [exact = !IsHashedKey(key), token, &words](uint32_t id) {
    return exact || words[id] == token;
  };
}

// Calls take(i, place) in order for each token i that equals one of `others`; `place` is the first.
template <typename Take>
void ForEachEqual(const Tokens& tokens, const Tokens& others, const Take& take) {
  constexpr uint32_t kBlock = 64;
  uint64_t masks[kBlock * (ReferenceSymbols::kMostCompared / 64)];
  const uint32_t words = (others.count + 63) / 64;
  for (uint32_t first = 0; first < tokens.count; first += kBlock) {
    const uint32_t count = std::min(tokens.count - first, kBlock);
    const Tokens block = tokens.Part(first, count);
    ActiveKernels().match_masks(&block, &others, words, masks);
    for (uint32_t i = 0; i < count; ++i) {
      const uint64_t* const mask = masks + size_t{i} * words;
      uint32_t w = 0;
      while (w < words && mask[w] == 0) ++w;
      if (w < words) take(first + i, 64 * w + static_cast<uint32_t>(std::countr_zero(mask[w])));
    }
  }
}

}  // namespace

void ReferenceSymbols::Set(std::span<const Tokens> references) {
  size_t most = 0;
  for (const Tokens& reference : references) most += UnitsAtMost(reference, kind_);
  ids_.Grow(most, 0);
  ends_.clear();
  distinct_ = 0;
  compares_ = kind_ == SymbolKind::kToken && most <= kMostCompared;
  if (compares_) {
    compared_.assign(references.begin(), references.end());
    SetByComparing();
  } else {
    // Most segments have few distinct characters; the index grows if there are more.
    index_.Clear(hash_, kind_ == SymbolKind::kToken ? most : 64);
    SetByTable(references);
  }
}

// Writes the names of the tokens that occur in a reference named so far, else kNoSymbol.
void ReferenceSymbols::Compare(const Tokens& tokens, uint32_t* id) const {
  std::fill_n(id, tokens.count, kNoSymbol);
  for (uint32_t r = 0; r < references(); ++r) {
    const Symbols names = (*this)[r];
    ForEachEqual(tokens, compared_[r], [&](uint32_t i, uint32_t place) { id[i] = names[place]; });
  }
}

void ReferenceSymbols::SetByComparing() {
  uint32_t* id = ids_.data();
  for (const Tokens& reference : compared_) {
    Compare(reference, id);
    ForEachEqual(reference, reference, [&](uint32_t i, uint32_t place) {
      if (id[i] == kNoSymbol) id[i] = place == i ? distinct_++ : id[place];
    });
    id += reference.count;
    ends_.push_back(static_cast<size_t>(id - ids_.data()));
  }
}

void ReferenceSymbols::SetByTable(std::span<const Tokens> references) {
  uint32_t* id = ids_.data();
  for (const Tokens& reference : references) {
    ForEachUnit(reference, kind_, [&](uint64_t key, std::string_view token) {
      *id = index_.FindOrAdd(key, distinct_, SameWord(key, token, words_));
      if (*id++ < distinct_) return;
      words_.Grow(size_t{distinct_} + 1, distinct_);
      words_[distinct_++] = token;
    });
    ends_.push_back(static_cast<size_t>(id - ids_.data()));
  }
}

Symbols ReferenceSymbols::Find(const Tokens& hypothesis, Buffer<uint32_t>& memory) const {
  memory.Grow(UnitsAtMost(hypothesis, kind_), 0);
  uint32_t* id = memory.data();
  if (compares_) {
    Compare(hypothesis, id);
    return {id, hypothesis.count};
  }
  ForEachUnit(hypothesis, kind_, [&](uint64_t key, std::string_view token) {
    *id++ = index_.Find(key, SameWord(key, token, words_));
  });
  return {memory.data(), id};
}

}  // namespace mtgauge
