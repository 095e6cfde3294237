// Which phrases of two texts a table of paraphrases pairs.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "core/text/words/paraphrases.h"

namespace mtgauge {

struct PhrasePair {
  uint32_t hypothesis, reference;  // the indices of their first words
  uint16_t hyp_words, ref_words;
};

// One worker's working memory; not thread-safe.
class PhrasePairs {
 public:
  // `table` may be nullptr, as long as Find() is not called; else it must outlive this.
  explicit PhrasePairs(const Paraphrases* table) : table_(table) {}

  // Words are the table's, or Paraphrases::kNone. As METEOR lists them for each word of the
  // reference that a phrase begins with: entries for phrases of the reference, shorter phrases
  // first, then those for phrases of the hypothesis, from left to right; one that the table has for
  // both is listed twice. False when they are more, or harder to find, than a segment may be.
  bool Find(std::span<const uint32_t> hypothesis, std::span<const uint32_t> reference);

  std::span<const PhrasePair> pairs() const { return pairs_; }
  // Those that begin with this word of the reference.
  std::span<const PhrasePair> PairsAt(uint32_t reference) const {
    return std::span(pairs_).subspan(first_[reference], first_[reference + 1] - first_[reference]);
  }

 private:
  static constexpr uint64_t kMostTried = uint64_t{1} << 26;
  static constexpr size_t kMostPairs = size_t{1} << 20;

  bool Spent() const { return tried_ >= kMostTried || found_.size() > kMostPairs; }
  // Finds the places in `text` of what may stand for the phrases of `other`.
  template <typename Add>
  bool FindIn(std::span<const uint32_t> text, std::span<const uint32_t> other, const Add& add);

  const Paraphrases* table_;
  struct Match {
    uint32_t begin, words;  // of a text
    uint32_t at;            // where they lead in the table
  };
  // Which phrases of a text the table has: from left to right, shorter ones first.
  void FindPhrases(std::span<const uint32_t> text);

  std::vector<uint32_t> first_place_, next_place_;  // of each word of the table; of each of a text
  std::vector<uint32_t> roots_;                     // where each word of a text leads
  std::vector<Match> matches_;
  std::vector<uint32_t> phrase_;
  std::vector<PhrasePair> found_, pairs_;
  std::vector<uint32_t> first_;
  uint64_t tried_ = 0;
};

}  // namespace mtgauge
