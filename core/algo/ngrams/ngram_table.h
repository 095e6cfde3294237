// The n-gram engine that hashes and counts: references of any length and number, any order.
#pragma once

#include <cstdint>
#include <span>
#include <string_view>

#include "core/algo/ngrams/ngram_match.h"
#include "core/base/buffer.h"
#include "core/base/hash.h"
#include "core/text/token_key.h"
#include "core/text/view.h"

namespace mtgauge {

// A map from 64-bit keys to ids, by open addressing. Each slot stores the generation in which it
// was filled, so that clearing is free. Several entries may share a key if the caller distinguishes
// them. Entries stay until Clear(). The hash determines the factor by which keys are multiplied;
// any hash gives correct results.
class GenerationIndex {
 public:
  static constexpr uint32_t kNone = UINT32_MAX;

  size_t bytes() const { return (slots_.capacity() + spare_.capacity()) * sizeof(Slot); }

  // Removes all entries. Makes room for `expected` entries.
  void Clear(HashFunction hash, size_t expected);

  // Prefetches the first slot that a lookup of the key reads.
  void Prefetch(uint64_t key) const { __builtin_prefetch(&slots_[Home(key)]); }
  // Returns the id of the entry for `key` that `same(id)` accepts, or kNone.
  template <typename Same>
  uint32_t Find(uint64_t key, const Same& same) const {
    for (size_t at = Home(key);; at = (at + 1) & mask_) {
      const Slot& slot = slots_[at];
      if (slot.generation != generation_) return kNone;
      if (slot.key == key && same(slot.id)) return slot.id;
    }
  }
  // The same, but adds an entry with id `fresh` if there is none.
  template <typename Same>
  uint32_t FindOrAdd(uint64_t key, uint32_t fresh, const Same& same) {
    for (size_t at = Home(key);; at = (at + 1) & mask_) {
      Slot& slot = slots_[at];
      if (slot.generation != generation_) {
        slot = {key, generation_, fresh};
        if (++entries_ > mask_ / 2) Double();
        return fresh;
      }
      if (slot.key == key && same(slot.id)) return slot.id;
    }
  }

 private:
  struct Slot {
    uint64_t key;
    uint32_t generation;
    uint32_t id;
  };

  __extension__ using Product = unsigned __int128;

  // Combines both halves of the product, so that all bits of the key have an effect.
  size_t Home(uint64_t key) const {
    const Product product = Product{key} * factor_;
    return (static_cast<uint64_t>(product) ^ static_cast<uint64_t>(product >> 64)) & mask_;
  }
  void Double();

  HashFunction hash_ = nullptr;
  uint64_t factor_ = 0;
  Buffer<Slot> slots_, spare_;  // spare_: the target of Double(), kept for reuse
  size_t mask_ = 0;
  size_t entries_ = 0;
  uint32_t generation_ = 0;
};

// Ids for tokens: 0, 1, 2, ... in order of first occurrence. Compares the texts of tokens that
// share a hashed key. The tokens' texts must outlive it.
class TokenNames {
  // Distinguishes tokens that share a hashed key.
  auto Same(uint64_t key, std::string_view token) const {
    return [this, exact = !IsHashedKey(key), token](uint32_t name) {
      return exact || words_[name] == token;
    };
  }

 public:
  static constexpr uint32_t kNone = GenerationIndex::kNone;

  // Removes all ids. Makes room for `expected` tokens.
  void Clear(HashFunction hash, size_t expected) {
    index_.Clear(hash, expected);
    words_.Grow(expected, 0);
    count_ = 0;
  }
  uint32_t Add(const Tokens& tokens, uint32_t i) {
    const std::string_view token = tokens[i];
    const uint32_t name = index_.FindOrAdd(tokens.key[i], count_, Same(tokens.key[i], token));
    if (name == count_) {
      words_.Grow(size_t{count_} + 1, count_);
      words_[count_++] = token;
    }
    return name;
  }
  // Returns kNone for a token that was not added.
  uint32_t Find(const Tokens& tokens, uint32_t i) const {
    return index_.Find(tokens.key[i], Same(tokens.key[i], tokens[i]));
  }
  uint32_t count() const { return count_; }
  size_t bytes() const { return index_.bytes() + words_.capacity() * sizeof(std::string_view); }

 private:
  GenerationIndex index_;
  Buffer<std::string_view> words_;  // [id]
  uint32_t count_ = 0;
};

// The n-grams of one segment's references. An n-gram is identified by the pair (id of its first
// n - 1 tokens, id of its last token), so n-grams are never compared token by token. Immutable
// between calls of Set(), so several threads may match against it. The references' views must
// outlive it.
class NgramTable {
 public:
  static constexpr uint32_t kNone = GenerationIndex::kNone;

  // Memory is linear in the number of tokens and of distinct n-grams.
  void Set(std::span<const Tokens> references, uint32_t max_order, HashFunction hash);

  size_t bytes() const;  // of memory held
  uint32_t grams() const { return grams_; }
  uint32_t max_order() const { return max_order_; }

  // Returns the id of a token, which is also that of the unigram; kNone if no reference has it.
  uint32_t FindToken(const Tokens& tokens, uint32_t i) const { return tokens_.Find(tokens, i); }
  // Returns the id of the n-gram `prefix` + `token`, or kNone.
  uint32_t FindGram(uint32_t prefix, uint32_t token) const;
  // The n-gram's maximum count over references.
  uint32_t max_count(uint32_t gram) const { return counts_[gram].max; }

 private:
  struct Count {
    uint32_t max;
    uint32_t current;  // in `reference`
    uint32_t reference;
  };

  void InternTokens(std::span<const Tokens> references);
  void CountGrams(const uint32_t* ids, uint32_t count, uint32_t reference);
  void CountOne(uint32_t gram, uint32_t reference);

  uint32_t max_order_ = 0;
  uint32_t grams_ = 0;
  TokenNames tokens_;  // its ids are also those of the unigrams
  GenerationIndex gram_index_;
  Buffer<uint32_t> ids_;  // the token ids of all references, one reference after the other
  Buffer<Count> counts_;  // [n-gram id]
};

// Matches hypotheses against a table. One worker's working memory; not thread-safe. Allocates only
// for tables or hypotheses larger than any before.
class TableMatcher {
 public:
  // Writes matches[0, table.max_order()), as defined in ngram_match.h.
  void Match(const NgramTable& table, const Tokens& hypothesis, int64_t* matches);
  // Returns the marks defined in ngram_match.h.
  NgramMarks Mark(const NgramTable& table, const Tokens& hypothesis);

  size_t bytes() const;  // of memory held

 private:
  struct Use {
    uint32_t generation;
    uint32_t count;
  };

  void Begin(uint32_t grams);
  bool Take(const NgramTable& table, uint32_t gram);
  // Calls visit(order, index of the last token, credited) for every n-gram in a reference.
  template <typename Visit>
  void Walk(const NgramTable& table, const Tokens& hypothesis, const Visit& visit);

  Buffer<uint32_t> ids_;
  Buffer<Use> uses_;
  Buffer<uint64_t> found_, credited_;  // as in NgramMarks
  uint32_t generation_ = 0;
};

}  // namespace mtgauge
