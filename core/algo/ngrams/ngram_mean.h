// Clipped n-gram matches with the mean of many references:
//
//   matches[n-1] = sum over distinct n-grams of min(count in the sequence, mean count)
//
// where each reference has a weight in the mean.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <vector>

#include "core/algo/ngrams/gram_names.h"
#include "core/algo/ngrams/ngram_table.h"
#include "core/text/view.h"

namespace mtgauge {

// Working memory of one worker.
struct NgramMeanScratch {
  std::vector<uint32_t> symbols;  // of tokens
  std::vector<uint32_t> names;    // of the n-gram that begins at each position
  std::vector<uint32_t> found;    // distinct n-grams of the current order
  std::vector<uint32_t> counts;   // of each n-gram in the sequence; 0 between calls
};

// References as sequences of symbols: code points, or names of tokens. Add() all, then Seal();
// immutable from then on, and any number of threads may match against it.
class NgramMean {
 public:
  static constexpr size_t kMostGrams = size_t{1} << 28;  // about 10 GB
  // Whether references with so many symbols in all fit.
  static bool Fits(size_t symbols, uint32_t max_order) { return symbols <= kMostGrams / max_order; }

  // `symbols`: how many all references may have together; more will do.
  NgramMean(uint32_t max_order, size_t symbols);

  void Add(std::span<const uint32_t> symbols, double weight);
  void Seal();

  // The mean number of symbols, of all n-grams of an order, and of one.
  double length() const { return length_; }
  double total(uint32_t order) const { return totals_[order - 1]; }
  // Writes matches[0, max_order). Total.
  void Match(std::span<const uint32_t> symbols, NgramMeanScratch& scratch, double* matches) const;

 private:
  uint32_t max_order_;
  GramNames grams_;
  double weight_ = 0;  // of all
  double length_ = 0;
  std::vector<double> totals_;  // [order - 1]
  std::vector<double> counts_;  // of each n-gram
};

// The same of tokens, whose texts must outlive it.
class TokenNgramMean {
 public:
  // `weights`: of each reference; empty: all alike. Null where the references do not fit.
  static std::unique_ptr<TokenNgramMean> Of(std::span<const Tokens> references,
                                            std::span<const double> weights, uint32_t max_order,
                                            HashFunction hash);

  const NgramMean& ngrams() const { return ngrams_; }
  void Match(const Tokens& hypothesis, NgramMeanScratch& scratch, double* matches) const;

 private:
  TokenNgramMean(uint32_t max_order, size_t tokens, HashFunction hash);

  NgramMean ngrams_;
  TokenNames tokens_;
};

}  // namespace mtgauge
