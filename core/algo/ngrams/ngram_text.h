// A whole corpus as a sequence of token ids, from which all n-grams are counted at once.
//
// The positions at which an n-gram ends are adjacent in memory. They are grouped by the next token,
// and each group has the positions of a longer n-gram. So counting needs no lookups, and the
// positions, which get fewer with each token, stay in the cache.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>

#include "core/algo/ngrams/count_table.h"
#include "core/algo/ngrams/ngram_trie.h"
#include "core/base/fork.h"
#include "core/base/paged_array.h"
#include "core/text/view.h"

namespace mtgauge {

// Not thread-safe while it is being filled.
class NgramText {
 public:
  explicit NgramText(uint32_t max_order) : max_order_(max_order) {}

  // Add() and Merge() throw std::bad_alloc if memory runs out or a position exceeds 32 bits.
  void Add(const Tokens& segment);
  void Merge(const NgramText& other);
  bool empty() const { return text_.size() == 0; }

  // Returns the counts for lookups. They share the tokens, so nothing may be added while in use.
  NgramTrie Count(const Fork& fork) const;
  // Appends all counts, in the format of NgramCounts::Save().
  void Save(std::string& bytes) const;

 private:
  uint32_t* Extend(size_t count);

  uint32_t max_order_;
  uint64_t all_tokens_ = 0;
  std::shared_ptr<TokenCounts> tokens_ = std::make_shared<TokenCounts>();
  PagedArray<uint32_t> text_;  // token ids; kSegmentEnd after each segment
};

}  // namespace mtgauge
