// N-grams of the references that one system has right more often than another, ranked by a smoothed
// ratio of their matches (Akabe et al. 2014), as compare-mt has them.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <utility>
#include <vector>

#include "core/explain/corpus.h"
#include "mtgauge/explain.h"

namespace mtgauge {

inline constexpr uint32_t kMostWords = 4;  // of an n-gram

// How often each n-gram of some order matches, clipped in each segment by the reference.
class NgramMatches {
 public:
  struct Key {
    uint32_t words[kMostWords];  // behind the last UINT32_MAX
    friend bool operator==(const Key&, const Key&) = default;
    template <typename H>
    friend H AbslHashValue(H state, const Key& key) {
      return H::combine_contiguous(std::move(state), key.words, kMostWords);
    }
  };

  NgramMatches(const Corpus& corpus, uint32_t order);

  size_t size() const { return keys_.size(); }
  const Key& key(size_t ngram) const { return keys_[ngram]; }
  uint64_t matches(size_t ngram, size_t system) const {
    return matches_[ngram * systems_ + system];
  }

 private:
  size_t systems_;
  std::vector<Key> keys_;  // by first appearance
  std::vector<uint32_t> matches_;
};

// The `top` n-grams for each direction of each pair of systems, best first. Of equal scores those
// with the most matches of the better system come first, then by their bytes. `orders`: of all
// orders, from 1 on.
std::vector<NgramDifferences> CompareNgrams(const Corpus& corpus,
                                            std::span<const NgramMatches> orders,
                                            std::span<const std::pair<uint32_t, uint32_t>> pairs,
                                            size_t top);

}  // namespace mtgauge
