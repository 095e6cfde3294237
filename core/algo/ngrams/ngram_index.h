// Clipped n-gram matches of one sequence with many references at once:
//
//   matches[n-1][r] = sum over distinct n-grams of
//                     min(count in the sequence, count in reference r)
//
// An index says which references hold an n-gram, and how often. So an n-gram that a reference lacks
// costs nothing, where engines that take one reference at a time (char_ngrams.h, ngram_match.h)
// look at every position. They are the slow twins.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "core/algo/ngrams/gram_names.h"

namespace mtgauge {

// References as sequences of symbols: code points, or names of tokens. Add() all, then Seal();
// immutable from then on, and any number of threads may match against it.
class NgramIndex {
 public:
  static constexpr uint32_t kUnknown = GramNames::kUnknown;
  // Counts are of 16 bits, and so is what matches: no more than a reference has.
  static constexpr size_t kLongest = UINT16_MAX;
  static constexpr size_t kMostReferences = UINT16_MAX;
  static constexpr size_t kMostGrams = size_t{1} << 24;  // about 600 MB

  // `symbols`: how many all references may have together; more will do.
  NgramIndex(uint32_t max_order, size_t symbols);

  // Whether references with so many symbols in all, the longest of them `longest`, fit.
  static bool Fits(size_t references, size_t longest, size_t symbols, uint32_t max_order) {
    return references <= kMostReferences && longest <= kLongest &&
           symbols * max_order <= kMostGrams;
  }
  // Symbols of the next reference.
  void Add(std::span<const uint32_t> symbols);
  void Seal();

  uint32_t references() const { return references_; }
  uint32_t max_order() const { return max_order_; }

 private:
  friend class NgramIndexMatcher;
  struct Posting {
    uint16_t reference, count;
  };
  // Of an n-gram: its postings, or its counts in all references where many have it.
  struct Place {
    uint32_t first, postings;
    bool dense;
  };
  struct Entry {
    uint32_t gram;
    Posting posting;
  };
  struct Newest {
    uint32_t reference, entry;
  };

  uint32_t max_order_;
  uint32_t references_ = 0;
  GramNames grams_;
  std::vector<Newest> newest_;  // of each n-gram; gone once sealed, as the next
  std::vector<Entry> entries_;  // in order of the references
  std::vector<Place> places_;   // of each n-gram
  std::vector<Posting> postings_;
  std::vector<uint8_t> dense_;  // [place][reference]
};

// One worker's working memory; not thread-safe.
class NgramIndexMatcher {
 public:
  // [(n - 1) * references + r], valid until the next call. Total.
  const uint16_t* Match(const NgramIndex& index, std::span<const uint32_t> symbols);

 private:
  bool FindGrams(const NgramIndex& index, std::span<const uint32_t> symbols, uint32_t order);
  void AddMatches(const NgramIndex& index, uint16_t* matches);

  std::vector<uint16_t> matches_;
  std::vector<uint32_t> names_;   // of the n-gram that begins at each position
  std::vector<uint32_t> found_;   // distinct n-grams of the current order
  std::vector<uint32_t> counts_;  // of each n-gram of the index in the sequence; 0 between calls
};

}  // namespace mtgauge
