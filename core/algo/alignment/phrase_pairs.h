// Pairs of phrases of two texts that a paraphrase table contains.
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <cstring>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "core/base/bytes.h"
#include "core/text/words/paraphrases.h"

namespace mtgauge {

struct PhrasePair {
  uint32_t hypothesis, reference;  // the indices of their first words
  uint16_t hyp_words, ref_words;
};

// A text's words, packed as in the table, so that phrases are found without unpacking them.
class PackedText {
 public:
  void Set(std::span<const uint32_t> text);

  const PhraseBegins& begins() const { return begins_; }
  // Calls visit(i, words) for each word index i at which the packed phrase, of `words` words,
  // occurs, from left to right. At least 8 bytes must be readable from the start of `phrase`.
  // Returns the number of steps taken.
  template <typename Visit>
  uint64_t ForEach(std::string_view phrase, const Visit& visit) const {
    uint64_t steps = 1;
    if (phrase.empty() || !EndsWord(phrase.back())) return steps;
    const uint64_t first_bytes = ReadU64(phrase.data());
    const uint64_t others = phrase.size() < 8 ? ~uint64_t{0} << (8 * phrase.size()) : 0;
    for (uint32_t i = first_[static_cast<unsigned char>(phrase.front())]; i != kNone;
         i = places_[i].next) {
      const char* const here = bytes_.data() + places_[i].begin;
      ++steps;
      if (((ReadU64(here) ^ first_bytes) & ~others) != 0) continue;
      if (phrase.size() > end_ - places_[i].begin) break;
      steps += phrase.size() / 8;
      if (phrase.size() > 8 && std::memcmp(here, phrase.data(), phrase.size()) != 0) continue;
      visit(i, static_cast<size_t>(std::count_if(phrase.begin(), phrase.end(), EndsWord)));
    }
    return steps;
  }

 private:
  static constexpr uint32_t kNone = UINT32_MAX;
  struct Place {
    uint32_t begin;  // offset in bytes_
    uint32_t next;   // next word with the same first byte, or kNone
  };
  static bool EndsWord(char byte) { return static_cast<unsigned char>(byte) < 0x80; }

  std::string bytes_;                // the text and 8 bytes of padding
  size_t end_ = 0;                   // size of the text in bytes_
  std::vector<Place> places_;        // position of each word
  std::array<uint32_t, 256> first_;  // first word that begins with each byte
  PhraseBegins begins_;
};

// One worker's working memory; not thread-safe.
class PhrasePairs {
 public:
  // `table` must outlive this. It may be null if Find() is never called.
  explicit PhrasePairs(const Paraphrases* table) : table_(table) {}

  // Finds all pairs. Words are numbers in the table, or Paraphrases::kNone. For each word of the
  // reference that begins a phrase, lists pairs as METEOR does: entries for phrases of the
  // reference, shorter phrases first, then those for phrases of the hypothesis, from left to right.
  // A pair that the table contains in both directions is listed twice. Returns false if a segment
  // has too many pairs or takes too many steps.
  bool Find(std::span<const uint32_t> hypothesis, std::span<const uint32_t> reference);

  std::span<const PhrasePair> pairs() const { return pairs_; }
  // The pairs that begin at this word of the reference.
  std::span<const PhrasePair> PairsAt(uint32_t reference) const {
    return std::span(pairs_).subspan(first_[reference], first_[reference + 1] - first_[reference]);
  }

 private:
  static constexpr uint64_t kMostTried = uint64_t{1} << 26;
  static constexpr size_t kMostPairs = size_t{1} << 20;

  bool Spent() const { return tried_ >= kMostTried || found_.size() > kMostPairs; }
  struct Match {
    uint32_t begin, words;  // in a text
    uint32_t at;            // the node in the table that they lead to
  };
  // Finds the phrases of a text that the table contains, from left to right, shorter ones first.
  void FindPhrases(std::span<const uint32_t> text);
  // Finds the positions in `text` of paraphrases of phrases in the other text.
  template <typename Add>
  bool FindIn(std::span<const uint32_t> text, std::span<const Match> others, const Add& add);

  const Paraphrases* table_;
  PackedText text_;
  std::vector<uint32_t> texts_;  // both texts
  std::vector<Match> open_, found_phrases_, matches_;
  std::vector<uint32_t> end_of_;  // end of the matches that begin at each word of both texts
  std::vector<PhrasePair> found_, pairs_;
  std::vector<uint32_t> first_;
  uint64_t tried_ = 0;
};

}  // namespace mtgauge
