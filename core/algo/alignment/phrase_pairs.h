// Which phrases of two texts a table of paraphrases pairs.
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

// A text's words as the table packs them, so that a phrase is found without being unpacked.
class PackedText {
 public:
  void Set(std::span<const uint32_t> text);

  const PhraseBegins& begins() const { return begins_; }
  // Calls visit(i, words) for each place where a packed phrase of so many words stands, from left
  // to right. 8 readable bytes begin where it begins. Returns how many steps that took.
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
    uint32_t begin;  // in the bytes
    uint32_t next;   // word whose first byte is the same, or kNone
  };
  static bool EndsWord(char byte) { return static_cast<unsigned char>(byte) < 0x80; }

  std::string bytes_;                // 8 more behind the text's
  size_t end_ = 0;                   // of the text's
  std::vector<Place> places_;        // of each word
  std::array<uint32_t, 256> first_;  // word by its first byte
  PhraseBegins begins_;
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
  struct Match {
    uint32_t begin, words;  // of a text
    uint32_t at;            // where they lead in the table
  };
  // Which phrases of a text the table has: from left to right, shorter ones first.
  void FindPhrases(std::span<const uint32_t> text);
  // Finds the places in `text` of what may stand for the phrases of the other.
  template <typename Add>
  bool FindIn(std::span<const uint32_t> text, std::span<const Match> others, const Add& add);

  const Paraphrases* table_;
  PackedText text_;
  std::vector<uint32_t> texts_;  // both
  std::vector<Match> open_, found_phrases_, matches_;
  std::vector<uint32_t> end_of_;  // of the matches that begin with each word of both texts
  std::vector<PhrasePair> found_, pairs_;
  std::vector<uint32_t> first_;
  uint64_t tried_ = 0;
};

}  // namespace mtgauge
