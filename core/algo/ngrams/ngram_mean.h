// Clipped n-gram matches with the mean of many references:
//
//   matches[n-1] = sum over distinct n-grams of min(count in the sequence, mean count)
//
// where the mean is weighted by reference.
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
  std::vector<uint32_t> symbols;  // token ids
  std::vector<uint32_t> names;    // [position]: id of the n-gram that begins there
  std::vector<uint32_t> found;    // distinct n-grams of the current order
  std::vector<uint32_t> counts;   // [n-gram]: count in the sequence; 0 between calls
};

// References as sequences of symbols: code points or token ids. Call Add() for each, then Seal().
// After that it is immutable, and any number of threads may match against it.
class NgramMean {
 public:
  static constexpr size_t kMostGrams = size_t{1} << 28;  // about 10 GB
  // Returns true if references with `symbols` in total are supported.
  static bool Fits(size_t symbols, uint32_t max_order) { return symbols <= kMostGrams / max_order; }

  // `symbols`: the expected number of symbols in all references. It may be exceeded.
  NgramMean(uint32_t max_order, size_t symbols);

  void Add(std::span<const uint32_t> symbols, double weight);
  void Seal();

  // The mean number of symbols, and of n-grams of an order.
  double length() const { return length_; }
  double total(uint32_t order) const { return totals_[order - 1]; }
  // Writes matches[0, max_order). Never fails.
  void Match(std::span<const uint32_t> symbols, NgramMeanScratch& scratch, double* matches) const;

 private:
  uint32_t max_order_;
  GramNames grams_;
  double weight_ = 0;  // sum over references
  double length_ = 0;
  std::vector<double> totals_;  // [order - 1]
  std::vector<double> counts_;  // [n-gram]
};

// The same for tokens. Their texts must outlive it.
class TokenNgramMean {
 public:
  // `weights`: one per reference, or empty for equal weights. Returns null if the references exceed
  // the limits of NgramMean::Fits().
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
