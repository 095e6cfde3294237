// Follows the table from every word, and looks for each paraphrase where its first word stands.
#include "core/algo/alignment/phrase_pairs.h"

#include <algorithm>

namespace mtgauge {
namespace {

constexpr uint32_t kNone = Paraphrases::kNone;

}  // namespace

template <typename Add>
bool PhrasePairs::FindIn(std::span<const uint32_t> text, std::span<const uint32_t> other,
                         const Add& add) {
  first_place_.resize(table_->words(), kNone);
  next_place_.resize(text.size());
  for (auto i = static_cast<uint32_t>(text.size()); i-- > 0;) {
    if (text[i] == kNone) continue;
    next_place_[i] = first_place_[text[i]];
    first_place_[text[i]] = i;
  }
  for (uint32_t j = 0; j < other.size() && !Spent(); ++j) {
    uint32_t at = table_->Follow(Paraphrases::kRoot, other[j]);
    for (uint32_t words = 1; at != kNone; ++words) {
      for (const uint32_t entry : table_->Entries(at)) {
        if (Spent()) break;
        const std::span<const uint32_t> phrase = table_->Paraphrase(entry);
        ++tried_;
        for (uint32_t i = first_place_[phrase[0]]; i != kNone; i = next_place_[i]) {
          tried_ += phrase.size();
          if (i + phrase.size() > text.size()) break;
          if (std::ranges::equal(phrase, text.subspan(i, phrase.size()))) {
            add(i, static_cast<uint16_t>(phrase.size()), j, static_cast<uint16_t>(words));
          }
        }
      }
      if (Spent() || j + words == other.size()) break;
      at = table_->Follow(at, other[j + words]);
    }
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
