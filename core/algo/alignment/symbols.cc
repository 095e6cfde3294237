// Names tokens and characters by an index of their keys.
#include "core/algo/alignment/symbols.h"

#include "core/text/token_key.h"
#include "core/text/utf8.h"

namespace mtgauge {
namespace {

// No fewer than the units of `tokens`.
size_t UnitsAtMost(const Tokens& tokens, Unit unit) {
  if (unit == Unit::kToken) return tokens.count;
  size_t most = 0;
  for (uint32_t i = 0; i < tokens.count; ++i) most += tokens[i].size() + 1;
  return most;
}

// Calls take(key, token) for each unit in order. A code point is its own key, never a hashed one.
template <typename Take>
void ForEachUnit(const Tokens& tokens, Unit unit, const Take& take) {
  for (uint32_t i = 0; i < tokens.count; ++i) {
    const std::string_view token = tokens[i];
    if (unit == Unit::kToken) {
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

// Tells apart the tokens that share a hashed key.
auto SameWord(uint64_t key, std::string_view token, const Buffer<std::string_view>& words) {
  return [exact = !IsHashedKey(key), token, &words](uint32_t id) {
    return exact || words[id] == token;
  };
}

}  // namespace

void ReferenceSymbols::Set(std::span<const Tokens> references) {
  size_t most = 0;
  for (const Tokens& reference : references) most += UnitsAtMost(reference, unit_);
  // Few characters are distinct; the index grows if they are.
  index_.Clear(hash_, unit_ == Unit::kToken ? most : 64);
  ids_.Grow(most, 0);
  ends_.clear();
  distinct_ = 0;
  uint32_t* id = ids_.data();
  for (const Tokens& reference : references) {
    ForEachUnit(reference, unit_, [&](uint64_t key, std::string_view token) {
      *id = index_.FindOrAdd(key, distinct_, SameWord(key, token, words_));
      if (*id++ < distinct_) return;
      words_.Grow(size_t{distinct_} + 1, distinct_);
      words_[distinct_++] = token;
    });
    ends_.push_back(static_cast<size_t>(id - ids_.data()));
  }
}

Symbols ReferenceSymbols::Find(const Tokens& hypothesis, Buffer<uint32_t>& memory) const {
  memory.Grow(UnitsAtMost(hypothesis, unit_), 0);
  uint32_t* id = memory.data();
  ForEachUnit(hypothesis, unit_, [&](uint64_t key, std::string_view token) {
    *id++ = index_.Find(key, SameWord(key, token, words_));
  });
  return {memory.data(), id};
}

uint32_t ReferenceSymbols::FindToken(const Tokens& hypothesis, uint32_t i) const {
  const uint64_t key = hypothesis.key[i];
  return index_.Find(key, SameWord(key, hypothesis[i], words_));
}

}  // namespace mtgauge
