// Follows the table from every word, and looks for each paraphrase where its first word stands.
// Most paraphrases begin with a word that the other text does not have.
#include "core/algo/alignment/phrase_pairs.h"

#include <algorithm>

namespace mtgauge {
namespace {

constexpr uint32_t kNone = Paraphrases::kNone;

}  // namespace

// The table does not fit the fast caches: what will be looked at is asked for one loop ahead.
void PhrasePairs::FindPhrases(std::span<const uint32_t> text) {
  for (const uint32_t word : text) table_->Prefetch(Paraphrases::kRoot, word);
  roots_.clear();
  for (size_t j = 0; j < text.size(); ++j) {
    roots_.push_back(table_->Follow(Paraphrases::kRoot, text[j]));
    if (j + 1 < text.size()) table_->Prefetch(roots_[j], text[j + 1]);
  }
  matches_.clear();
  for (uint32_t j = 0; j < text.size(); ++j) {
    const size_t most = std::min<size_t>(text.size() - j, Paraphrases::kLongestPhrase);
    uint32_t at = roots_[j];
    for (uint32_t words = 1; at != kNone; ++words) {
      table_->PrefetchParaphrases(at);
      matches_.push_back({j, words, at});
      at = words < most ? table_->Follow(at, text[j + words]) : kNone;
    }
  }
}

template <typename Add>
bool PhrasePairs::FindIn(std::span<const uint32_t> text, std::span<const uint32_t> other,
                         const Add& add) {
  FindPhrases(other);
  first_place_.resize(table_->words(), kNone);
  next_place_.resize(text.size());
  for (auto i = static_cast<uint32_t>(text.size()); i-- > 0;) {
    if (text[i] == kNone) continue;
    next_place_[i] = first_place_[text[i]];
    first_place_[text[i]] = i;
  }
  for (const Match& match : matches_) {
    table_->ForEach(match.at, [&](std::string_view packed) {
      const uint32_t first = TakePacked(packed);
      ++tried_;
      if (first >= first_place_.size() || first_place_[first] == kNone || Spent()) return;
      phrase_.assign(1, first);
      while (!packed.empty()) phrase_.push_back(TakePacked(packed));
      if (phrase_.size() > Paraphrases::kLongestPhrase) return;
      for (uint32_t i = first_place_[first]; i != kNone; i = next_place_[i]) {
        tried_ += phrase_.size();
        if (i + phrase_.size() > text.size()) break;
        if (std::ranges::equal(phrase_, text.subspan(i, phrase_.size()))) {
          add(i, static_cast<uint16_t>(phrase_.size()), match.begin,
              static_cast<uint16_t>(match.words));
        }
      }
    });
    if (Spent()) break;
  }
  for (const uint32_t word : text) {
    if (word != kNone) first_place_[word] = kNone;
  }
  return !Spent();
}

bool PhrasePairs::Find(std::span<const uint32_t> hypothesis, std::span<const uint32_t> reference) {
  found_.clear();
  pairs_.clear();
  tried_ = 0;
  const bool done = FindIn(hypothesis, reference,
                           [&](uint32_t i, uint16_t hyp_words, uint32_t j, uint16_t ref_words) {
                             found_.push_back({i, j, hyp_words, ref_words});
                           }) &&
                    FindIn(reference, hypothesis,
                           [&](uint32_t j, uint16_t ref_words, uint32_t i, uint16_t hyp_words) {
                             found_.push_back({i, j, hyp_words, ref_words});
                           });
  if (!done) return false;
  // Sorts by the reference, stably.
  first_.assign(reference.size() + 2, 0);
  for (const PhrasePair& pair : found_) ++first_[pair.reference + 2];
  for (size_t j = 2; j < first_.size(); ++j) first_[j] += first_[j - 1];
  pairs_.resize(found_.size());
  for (const PhrasePair& pair : found_) pairs_[first_[pair.reference + 1]++] = pair;
  return true;
}

}  // namespace mtgauge
