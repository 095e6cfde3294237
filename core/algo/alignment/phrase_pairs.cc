// Follows the table from every word, and looks for each paraphrase where its first byte occurs.
// Most paraphrases begin with a word that the other text does not contain.
#include "core/algo/alignment/phrase_pairs.h"

#include <string_view>
#include <utility>

namespace mtgauge {
namespace {

constexpr uint32_t kNoParaphrase = Paraphrases::kNone;

}  // namespace

void PackedText::Set(std::span<const uint32_t> text) {
  constexpr std::string_view kOfNoPhrase("\x80\x00", 2);  // no word is packed like this
  bytes_.clear();
  places_.resize(text.size());
  for (size_t i = 0; i < text.size(); ++i) {
    places_[i].begin = static_cast<uint32_t>(bytes_.size());
    if (text[i] == kNoParaphrase) {
      bytes_ += kOfNoPhrase;
    } else {
      AppendPacked(text[i], bytes_);
    }
  }
  end_ = bytes_.size();
  bytes_.append(8, '\0');
  first_.fill(kNoParaphrase);
  begins_.Clear();
  for (auto i = static_cast<uint32_t>(text.size()); i-- > 0;) {
    if (text[i] == kNoParaphrase) continue;
    begins_.Add(PhraseBegins::Print(text[i], kNoParaphrase));
    if (i + 1 < text.size()) begins_.Add(PhraseBegins::Print(text[i], text[i + 1]));
    uint32_t& first = first_[static_cast<unsigned char>(bytes_[places_[i].begin])];
    places_[i].next = std::exchange(first, i);
  }
}

// The table does not fit the fast caches, so entries are prefetched one iteration ahead. To allow
// this, all phrases of both texts grow together and are sorted afterwards.
void PhrasePairs::FindPhrases(std::span<const uint32_t> text) {
  open_.clear();
  for (uint32_t j = 0; j < text.size(); ++j) open_.push_back({j, 0, Paraphrases::kRoot});
  found_phrases_.clear();
  end_of_.assign(text.size() + 1, 0);
  while (!open_.empty()) {
    size_t kept = 0, found = found_phrases_.size();
    found_phrases_.resize(found + open_.size());
    for (const auto [begin, words, from] : open_) {
      const uint32_t end = begin + words + 1;
      const uint32_t at = table_->Follow(from, text[end - 1]);
      if (at == kNoParaphrase) continue;
      table_->PrefetchParaphrases(at);
      found_phrases_[found] = {begin, words + 1, at};
      const auto has = static_cast<uint32_t>(table_->HasParaphrases(at));
      found += has;
      end_of_[begin + 1] += has;
      if (end == text.size() || words + 1 == Paraphrases::kLongestPhrase) continue;
      table_->Prefetch(at, text[end]);
      open_[kept] = {begin, words + 1, at};
      kept += static_cast<size_t>(table_->MayFollow(at, text[end]));
    }
    open_.resize(kept);
    found_phrases_.resize(found);
  }
  for (size_t j = 1; j < end_of_.size(); ++j) end_of_[j] += end_of_[j - 1];
  matches_.resize(found_phrases_.size());
  for (const Match& match : found_phrases_) matches_[end_of_[match.begin]++] = match;
}

template <typename Add>
bool PhrasePairs::FindIn(std::span<const uint32_t> text, std::span<const Match> others,
                         const Add& add) {
  text_.Set(text);
  for (const Match& match : others) {
    tried_ += table_->ForEachIn(text_.begins(), match.at, [&](std::string_view packed) {
      if (Spent()) return;
      tried_ += text_.ForEach(packed, [&](uint32_t i, size_t words) {
        if (words > Paraphrases::kLongestPhrase) return;
        add(i, static_cast<uint16_t>(words), match.begin, static_cast<uint16_t>(match.words));
      });
    });
    if (Spent()) break;
  }
  return !Spent();
}

bool PhrasePairs::Find(std::span<const uint32_t> hypothesis, std::span<const uint32_t> reference) {
  found_.clear();
  pairs_.clear();
  tried_ = 0;
  // kNoParaphrase keeps phrases from crossing between the texts.
  texts_.assign(reference.begin(), reference.end());
  texts_.push_back(kNoParaphrase);
  texts_.insert(texts_.end(), hypothesis.begin(), hypothesis.end());
  FindPhrases(texts_);
  const auto hyp_begin = static_cast<uint32_t>(reference.size() + 1);
  const std::span<const Match> matches = matches_;
  const bool done = FindIn(hypothesis, matches.first(end_of_[reference.size()]),
                           [&](uint32_t i, uint16_t hyp_words, uint32_t j, uint16_t ref_words) {
                             found_.push_back({i, j, hyp_words, ref_words});
                           }) &&
                    FindIn(reference, matches.subspan(end_of_[reference.size()]),
                           [&](uint32_t j, uint16_t ref_words, uint32_t begin, uint16_t hyp_words) {
                             found_.push_back({begin - hyp_begin, j, hyp_words, ref_words});
                           });
  if (!done) return false;
  // Sort stably by position in the reference.
  first_.assign(reference.size() + 2, 0);
  for (const PhrasePair& pair : found_) ++first_[pair.reference + 2];
  for (size_t j = 2; j < first_.size(); ++j) first_[j] += first_[j - 1];
  pairs_.resize(found_.size());
  for (const PhrasePair& pair : found_) pairs_[first_[pair.reference + 1]++] = pair;
  return true;
}

}  // namespace mtgauge
