// Weighted n-gram counts, and matches against them.
#include "core/algo/ngrams/ngram_mean.h"

#include <algorithm>
#include <utility>

namespace mtgauge {

static_assert(TokenNames::kNone == GramNames::kUnknown);

NgramMean::NgramMean(uint32_t max_order, size_t symbols)
    : max_order_(max_order), grams_(symbols), totals_(max_order, 0) {}

void NgramMean::Add(std::span<const uint32_t> symbols, double weight) {
  weight_ += weight;
  length_ += weight * static_cast<double>(symbols.size());
  grams_.Add(symbols, max_order_, [&](uint32_t order, uint32_t gram) {
    if (gram == counts_.size()) counts_.push_back(0);
    counts_[gram] += weight;
    totals_[order - 1] += weight;
  });
}

void NgramMean::Seal() {
  grams_.Seal();
  if (weight_ == 0) return;
  length_ /= weight_;
  for (double& total : totals_) total /= weight_;
  for (double& count : counts_) count /= weight_;
}

void NgramMean::Match(std::span<const uint32_t> symbols, NgramMeanScratch& scratch,
                      double* matches) const {
  std::fill_n(matches, max_order_, 0);
  scratch.names.resize(std::max(scratch.names.size(), symbols.size()));
  scratch.counts.resize(std::max(scratch.counts.size(), counts_.size()));
  for (uint32_t n = 1; n <= max_order_; ++n) {
    scratch.found.clear();
    grams_.Find(symbols, n, scratch.names, [&](uint32_t gram) {
      if (scratch.counts[gram]++ == 0) scratch.found.push_back(gram);
    });
    if (scratch.found.empty()) return;
    for (const uint32_t gram : scratch.found) {
      const uint32_t count = std::exchange(scratch.counts[gram], 0);
      matches[n - 1] += std::min<double>(count, counts_[gram]);
    }
  }
}

TokenNgramMean::TokenNgramMean(uint32_t max_order, size_t tokens, HashFunction hash)
    : ngrams_(max_order, tokens) {
  tokens_.Clear(hash, tokens);
}

std::unique_ptr<TokenNgramMean> TokenNgramMean::Of(std::span<const Tokens> references,
                                                   std::span<const double> weights,
                                                   uint32_t max_order, HashFunction hash) {
  size_t all = 0;
  for (const Tokens& reference : references) all += reference.count;
  if (!NgramMean::Fits(all, max_order)) return nullptr;
  std::unique_ptr<TokenNgramMean> mean(new TokenNgramMean(max_order, all, hash));
  std::vector<uint32_t> names;
  for (size_t r = 0; r < references.size(); ++r) {
    names.clear();
    for (uint32_t i = 0; i < references[r].count; ++i) {
      names.push_back(mean->tokens_.Add(references[r], i));
    }
    mean->ngrams_.Add(names, weights.empty() ? 1 : weights[r]);
  }
  mean->ngrams_.Seal();
  return mean;
}

void TokenNgramMean::Match(const Tokens& hypothesis, NgramMeanScratch& scratch,
                           double* matches) const {
  scratch.symbols.clear();
  for (uint32_t i = 0; i < hypothesis.count; ++i) {
    scratch.symbols.push_back(tokens_.Find(hypothesis, i));
  }
  ngrams_.Match(scratch.symbols, scratch, matches);
}

}  // namespace mtgauge
