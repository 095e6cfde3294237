// Maps tokens to ids and indexes the ids.
#include "core/algo/ngrams/token_ngram_index.h"

#include <algorithm>

namespace mtgauge {

static_assert(TokenNames::kNone == NgramIndex::kUnknown);

TokenNgramIndex::TokenNgramIndex(uint32_t max_order, size_t tokens, HashFunction hash)
    : ngrams_(max_order, tokens) {
  tokens_.Clear(hash, tokens);
}

std::unique_ptr<TokenNgramIndex> TokenNgramIndex::Of(std::span<const SegmentView> references,
                                                     uint32_t max_order, HashFunction hash) {
  size_t longest = 0, all = 0;
  for (const SegmentView& reference : references) {
    longest = std::max<size_t>(longest, reference.tokens.count);
    all += reference.tokens.count;
  }
  if (!NgramIndex::Fits(references.size(), longest, all, max_order)) return nullptr;
  auto index = std::make_unique<TokenNgramIndex>(max_order, all, hash);
  for (const SegmentView& reference : references) index->Add(reference.tokens);
  index->Seal();
  return index;
}

void TokenNgramIndex::Add(const Tokens& reference) {
  names_.clear();
  for (uint32_t i = 0; i < reference.count; ++i) names_.push_back(tokens_.Add(reference, i));
  ngrams_.Add(names_);
  lengths_.push_back(reference.count);
}

const uint16_t* TokenNgramIndex::Match(const Tokens& hypothesis, TokenNgramScratch& scratch) const {
  scratch.names.clear();
  for (uint32_t i = 0; i < hypothesis.count; ++i) {
    scratch.names.push_back(tokens_.Find(hypothesis, i));
  }
  return scratch.matcher.Match(ngrams_, scratch.names);
}

}  // namespace mtgauge
