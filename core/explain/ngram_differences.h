// N-grams of the references that one system gets right more often than another, ranked by a
// smoothed ratio of their matches (Akabe et al. 2014), as in compare-mt.
#pragma once

#include <absl/container/flat_hash_map.h>

#include <array>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <span>
#include <utility>
#include <vector>

#include "core/explain/corpus.h"
#include "mtgauge/explain.h"

namespace mtgauge {

inline constexpr uint32_t kMostWords = 4;  // in an n-gram

// Counts how often n-grams match, clipped in each segment by the reference. Covers the n-grams
// whose first word is in one part of the vocabulary, so that parts can be counted in parallel.
class NgramMatches {
 public:
  using Words = std::array<uint32_t, kMostWords>;  // kNone after the last word
  static constexpr uint32_t kNone = UINT32_MAX, kParts = 8;

  NgramMatches(const Corpus& corpus, uint32_t part);

  size_t size() const { return ngrams_.size(); }
  Words words(size_t ngram) const;
  uint64_t matches(size_t ngram, size_t system) const {
    return matches_[ngram * systems_ + system];
  }

 private:
  // An n-gram, as a shorter one (or none) and a last word.
  struct Ngram {
    uint32_t shorter, word;
  };
  uint32_t PlaceOf(uint32_t shorter, uint32_t word);

  size_t systems_;
  std::vector<Ngram> ngrams_;  // by first appearance
  std::vector<uint32_t> matches_;
  absl::flat_hash_map<uint64_t, uint32_t> places_;
};

// Calls a function with 0 to count - 1, in any order and on any threads.
using ForEach = std::function<void(size_t count, const std::function<void(size_t)>& call)>;

// Returns the `top` n-grams for each direction of each pair of systems, best first. With equal
// scores, those with more matches of the better system come first, then by their bytes. `parts`:
// all parts.
std::vector<NgramDifferences> CompareNgrams(const Corpus& corpus,
                                            std::span<const NgramMatches> parts,
                                            std::span<const std::pair<uint32_t, uint32_t>> pairs,
                                            size_t top, const ForEach& for_each);

}  // namespace mtgauge
