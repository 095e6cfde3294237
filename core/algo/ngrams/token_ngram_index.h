// An NgramIndex of tokens.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <vector>

#include "core/algo/ngrams/ngram_index.h"
#include "core/algo/ngrams/ngram_table.h"
#include "core/text/view.h"

namespace mtgauge {

// Working memory of one worker.
struct TokenNgramScratch {
  NgramIndexMatcher matcher;
  std::vector<uint32_t> names;
};

// An index of tokenized references. The tokens' texts must outlive it. Call Add() for each
// reference, then Seal(). After that, any number of threads may match.
class TokenNgramIndex {
 public:
  // `tokens`: the approximate number of tokens in all references.
  TokenNgramIndex(uint32_t max_order, size_t tokens, HashFunction hash);
  // Returns a sealed index of these references, or null if they exceed NgramIndex::Fits().
  static std::unique_ptr<TokenNgramIndex> Of(std::span<const SegmentView> references,
                                             uint32_t max_order, HashFunction hash);

  void Add(const Tokens& reference);
  void Seal() { ngrams_.Seal(); }

  // [reference]: its number of tokens.
  const std::vector<uint32_t>& lengths() const { return lengths_; }
  // Returns [(n - 1) * references + r]; valid until the scratch is used again.
  const uint16_t* Match(const Tokens& hypothesis, TokenNgramScratch& scratch) const;

 private:
  NgramIndex ngrams_;
  TokenNames tokens_;
  std::vector<uint32_t> lengths_;
  std::vector<uint32_t> names_;  // for Add()
};

}  // namespace mtgauge
