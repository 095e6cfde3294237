// N-gram counts for lookups: all tokens, and the n-grams that occur more than once.
//
// Each n-gram has a small table of the n-grams that extend it by one token. So nothing is searched
// if there are no extensions, and the extensions of a rare n-gram are adjacent in memory.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <string_view>
#include <utility>
#include <vector>

#include "core/algo/ngrams/count_table.h"
#include "core/base/paged_array.h"

namespace mtgauge {

// Immutable and thread-safe once it is made.
class NgramTrie {
 public:
  struct Node {
    uint32_t token;
    uint32_t count;    // 0: free
    int32_t children;  // begin of their table, in nodes relative to this one
    uint32_t slots;    // size of that table, a power of two; 0: there are none
  };

  // The result of a lookup.
  struct Gram {
    uint64_t count = 0;  // 0: it occurs at most once
    const Node* children = nullptr;
    uint32_t slots = 0;  // size of their table
  };

  // Builds nodes of n-grams, each in the table of its prefix.
  class Builder {
   public:
    struct Table {
      size_t begin = 0;
      uint32_t slots = 0;  // 0: there are none
    };
    // Makes a table for the `count` n-grams that extend one. Throws std::bad_alloc.
    Table Open(uint32_t count);
    // Adds one of these n-grams. Returns its node.
    size_t Add(const Table& table, uint32_t token, uint32_t count);
    // Sets the table of a node.
    void SetTable(size_t node, const Table& table) {
      if (table.slots == 0) return;
      nodes_[node].children =
          static_cast<int32_t>(static_cast<int64_t>(table.begin) - static_cast<int64_t>(node));
      nodes_[node].slots = table.slots;
    }

   private:
    friend class NgramTrie;
    PagedArray<Node> nodes_;
  };
  using Tables = std::vector<std::pair<uint32_t, Builder::Table>>;  // by token

  NgramTrie() : tokens_(std::make_shared<TokenCounts>()) {}
  NgramTrie(std::shared_ptr<const TokenCounts> tokens, uint64_t all_tokens)
      : tokens_(std::move(tokens)), all_tokens_(all_tokens) {
    tables_.Extend(tokens_->size());
  }
  // Adds nodes, and the tables among them that belong to tokens.
  void Take(Builder nodes, const Tables& tables);

  // The total number of tokens in the corpus.
  uint64_t tokens() const { return all_tokens_; }

  // Returns the token's id and count, or null if it does not occur.
  const CountTable::Slot* FindToken(uint64_t key, std::string_view token) const {
    return tokens_->Find(key, token);
  }
  void PrefetchToken(uint64_t key) const { tokens_->PrefetchEntry(key); }
  // Prefetches what else is read for a token. Call after PrefetchToken() has had time to finish.
  void PrefetchRest(uint64_t key) const {
    const CountTable::Slot* const token = tokens_->PrefetchText(key);
    if (token != nullptr) __builtin_prefetch(&tables_[token->id]);
  }

  Gram OfToken(const CountTable::Slot& token) const {
    const Children& children = tables_[token.id];
    return {token.count, children.begin, children.slots};
  }
  Gram Find(const Gram& prefix, uint32_t token) const {
    uint32_t at = Home(token, prefix.slots);
    for (uint32_t left = prefix.slots; left > 0; --left, at = (at + 1) & (prefix.slots - 1)) {
      const Node& node = prefix.children[at];
      if (node.count == 0) break;
      if (node.token == token) return {node.count, &node + node.children, node.slots};
    }
    return {};
  }
  void Prefetch(const Gram& prefix, uint32_t token) const {
    if (prefix.slots > 0) __builtin_prefetch(prefix.children + Home(token, prefix.slots));
  }

 private:
  struct Children {
    const Node* begin;
    uint32_t slots;
  };

  // Fibonacci hashing; `slots` is a power of two, or 0.
  static uint32_t Home(uint32_t token, uint32_t slots) {
    return static_cast<uint32_t>(uint64_t{token * 0x9E3779B9u} * slots >> 32);
  }

  std::shared_ptr<const TokenCounts> tokens_;
  uint64_t all_tokens_ = 0;
  PagedArray<Children> tables_;  // [token]
  std::vector<Builder> nodes_;
};

}  // namespace mtgauge
