// The reference table for metrics that need only matching n-grams of tokens.
#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <utility>

#include "core/algo/ngrams/ngram_match.h"
#include "core/algo/ngrams/token_ngram_index.h"
#include "core/contract/metric.h"

namespace mtgauge {

class TokenTable final : public ReferenceTable {
 public:
  // Makes a table of the first view's tokens. Returns null if they do not fit.
  static std::unique_ptr<ReferenceTable> Of(std::span<const SegmentView> references,
                                            const NgramOptions& options) {
    auto index = TokenNgramIndex::Of(references, options.max_order, options.hash->function);
    if (index == nullptr) return nullptr;
    return std::unique_ptr<ReferenceTable>(new TokenTable(references.size(), std::move(index)));
  }
  const TokenNgramIndex& index() const { return *index_; }

 private:
  TokenTable(size_t references, std::unique_ptr<TokenNgramIndex> index)
      : ReferenceTable(references), index_(std::move(index)) {}

  std::unique_ptr<TokenNgramIndex> index_;
};

}  // namespace mtgauge
