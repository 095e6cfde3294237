// Counts clipped matches by ranks: an n-gram's name is the pair (rank of its first n - 1 tokens,
// rank of the last one), as in Karp, Miller and Rosenberg (1972). Sorting turns equal names into
// equal ranks.
#include "bench/laboratory/measuring/engines/ngram_sort.h"

#include <algorithm>

#include "core/text/token_key.h"

namespace mtgauge {

void SortMatcher::Match(std::span<const Tokens> references, const Tokens& hypothesis,
                        uint32_t max_order, int64_t* matches) {
  std::fill_n(matches, max_order, 0);
  text_of_.clear();
  left_.clear();
  words_.clear();
  keys_.clear();
  texts_ = 0;
  for (const Tokens& reference : references) Gather(reference);
  Gather(hypothesis);
  RankTokens();
  for (uint32_t order = 1; order <= max_order && !entries_.empty(); ++order) {
    matches[order - 1] = CountRuns();
    NameLonger(order + 1);
  }
}

void SortMatcher::Gather(const Tokens& tokens) {
  for (uint32_t i = 0; i < tokens.count; ++i) {
    text_of_.push_back(texts_);
    left_.push_back(tokens.count - i);
    words_.push_back(tokens[i]);
    keys_.push_back(tokens.key[i]);
  }
  ++texts_;
}

// Ranks the tokens. Equal hashed keys are distinguished by the tokens' bytes.
void SortMatcher::RankTokens() {
  const auto count = static_cast<uint32_t>(keys_.size());
  entries_.resize(count);
  for (uint32_t i = 0; i < count; ++i) entries_[i] = {keys_[i], i};
  std::sort(entries_.begin(), entries_.end(), [this](const Entry& a, const Entry& b) {
    if (a.name != b.name) return a.name < b.name;
    return IsHashedKey(a.name) && words_[a.at] < words_[b.at];
  });
  token_rank_.resize(count);
  uint32_t rank = 0;
  for (uint32_t i = 0; i < count; ++i) {
    if (i > 0 &&
        (entries_[i].name != entries_[i - 1].name ||
         (IsHashedKey(entries_[i].name) && words_[entries_[i].at] != words_[entries_[i - 1].at]))) {
      ++rank;
    }
    token_rank_[entries_[i].at] = rank;
  }
  rank_ = token_rank_;
  for (Entry& entry : entries_) entry.name = token_rank_[entry.at];
}

// Computes sorted names and ranks of n-grams of `order` from the ranks of those of order - 1.
void SortMatcher::NameLonger(uint32_t order) {
  std::erase_if(entries_, [&](const Entry& entry) { return left_[entry.at] < order; });
  for (Entry& entry : entries_) {
    entry.name = uint64_t{rank_[entry.at]} << 32 | token_rank_[entry.at + order - 1];
  }
  std::sort(entries_.begin(), entries_.end(),
            [](const Entry& a, const Entry& b) { return a.name < b.name; });
  uint32_t rank = 0;
  for (size_t i = 0; i < entries_.size(); ++i) {
    if (i > 0 && entries_[i].name != entries_[i - 1].name) ++rank;
    rank_[entries_[i].at] = rank;
  }
}

// Counts the matches of each run of equal names: the number in the hypothesis, limited to the
// largest number in a reference. The hypothesis is the last text.
int64_t SortMatcher::CountRuns() {
  int64_t matches = 0;
  const uint32_t hypothesis = texts_ - 1;
  in_text_.assign(texts_, 0);
  for (size_t begin = 0, end = 0; begin < entries_.size(); begin = end) {
    for (; end < entries_.size() && entries_[end].name == entries_[begin].name; ++end) {
      ++in_text_[text_of_[entries_[end].at]];
    }
    uint32_t most = 0;
    for (size_t i = begin; i < end; ++i) {
      const uint32_t text = text_of_[entries_[i].at];
      if (text != hypothesis) most = std::max(most, in_text_[text]);
    }
    matches += std::min(most, in_text_[hypothesis]);
    for (size_t i = begin; i < end; ++i) in_text_[text_of_[entries_[i].at]] = 0;
  }
  return matches;
}

size_t SortMatcher::bytes() const {
  return (text_of_.capacity() + left_.capacity() + token_rank_.capacity() + rank_.capacity() +
          in_text_.capacity()) *
             sizeof(uint32_t) +
         words_.capacity() * sizeof(std::string_view) + keys_.capacity() * sizeof(uint64_t) +
         entries_.capacity() * sizeof(Entry);
}

}  // namespace mtgauge
