// A whole corpus as the numbers of its tokens, from which its n-grams are counted all at once.
//
// All places where an n-gram ends lie together, and are told apart by the token behind: those that
// have it in common are the places of a longer n-gram. So no n-gram is looked up while it is
// counted, and its places, fewer with each token, stay in the cache.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
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

  // Both throw std::bad_alloc when memory, or 32 bits for a place, run out.
  void Add(const Tokens& segment);
  void Merge(const NgramText& other);
  bool empty() const { return text_.size() == 0; }

  // The counts, to be looked up. They share the tokens: nothing may be added while they are used.
  NgramTrie Count(const Fork& fork) const;
  // Appends all counts as NgramCounts::Save() does.
  void Save(std::string& bytes) const;

 private:
  uint32_t* Extend(size_t count);

  uint32_t max_order_;
  uint64_t all_tokens_ = 0;
  std::shared_ptr<TokenCounts> tokens_ = std::make_shared<TokenCounts>();
  PagedArray<uint32_t> text_;  // numbers of tokens; behind each segment kSegmentEnd
};

}  // namespace mtgauge
