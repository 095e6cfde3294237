// Clipped n-gram matches of one sequence with many references at once:
//
//   matches[n-1][r] = sum over distinct n-grams of
//                     min(count in the sequence, count in reference r)
//
// The index lists the references that contain an n-gram, with counts. So an n-gram that a reference
// lacks costs nothing. Engines that process one reference at a time (char_ngrams.h, ngram_match.h)
// look at every position; they give the same results more slowly.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "core/algo/ngrams/gram_names.h"

namespace mtgauge {

// References as sequences of symbols: code points or token ids. Call Add() for each, then Seal().
// After that it is immutable, and any number of threads may match against it.
class NgramIndex {
 public:
  static constexpr uint32_t kUnknown = GramNames::kUnknown;
  // Counts have 16 bits. So do matches, because they cannot exceed a reference's n-grams.
  static constexpr size_t kLongest = UINT16_MAX;
  static constexpr size_t kMostReferences = UINT16_MAX;
  static constexpr size_t kMostGrams = size_t{1} << 24;  // about 600 MB

  // `symbols`: the expected number of symbols in all references. It may be exceeded.
  NgramIndex(uint32_t max_order, size_t symbols);

  // Returns true if references with `symbols` in total and at most `longest` each are supported.
  static bool Fits(size_t references, size_t longest, size_t symbols, uint32_t max_order) {
    return references <= kMostReferences && longest <= kLongest &&
           symbols * max_order <= kMostGrams;
  }
  // Adds the next reference.
  void Add(std::span<const uint32_t> symbols);
  void Seal();

  uint32_t references() const { return references_; }
  uint32_t max_order() const { return max_order_; }

 private:
  friend class NgramIndexMatcher;
  struct Posting {
    uint16_t reference, count;
  };
  // The place of an n-gram's postings, or of its counts in all references if it is dense.
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
  std::vector<Newest> newest_;  // [n-gram]; newest_ and entries_ are freed by Seal()
  std::vector<Entry> entries_;  // in order of the references
  std::vector<Place> places_;   // [n-gram]
  std::vector<Posting> postings_;
  std::vector<uint8_t> dense_;  // [place][reference]
};

// One worker's working memory; not thread-safe.
class NgramIndexMatcher {
 public:
  // Returns [(n - 1) * references + r], valid until the next call. Never fails.
  const uint16_t* Match(const NgramIndex& index, std::span<const uint32_t> symbols);

 private:
  bool FindGrams(const NgramIndex& index, std::span<const uint32_t> symbols, uint32_t order);
  void AddMatches(const NgramIndex& index, uint16_t* matches);

  std::vector<uint16_t> matches_;
  std::vector<uint32_t> names_;   // [position]: id of the n-gram that begins there
  std::vector<uint32_t> found_;   // distinct n-grams of the current order
  std::vector<uint32_t> counts_;  // [n-gram]: count in the sequence; 0 between calls
};

}  // namespace mtgauge
