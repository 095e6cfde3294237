// A third n-gram engine, which sorts: the laboratory compares the two in core/algo with it. It has
// no table and no limit, and needs no hash of n-grams.
#pragma once

#include <cstdint>
#include <span>
#include <string_view>
#include <vector>

#include "core/text/view.h"

namespace mtgauge {

// One worker's working memory. Not thread-safe. Memory is proportional to the tokens of the longest
// segment.
class SortMatcher {
 public:
  // Writes matches[0, max_order) as core/algo/ngrams/ngram_match.h defines them. Accepts any input.
  void Match(std::span<const Tokens> references, const Tokens& hypothesis, uint32_t max_order,
             int64_t* matches);

  size_t bytes() const;

 private:
  // An n-gram's name and position. After sorting, equal names are adjacent.
  struct Entry {
    uint64_t name;
    uint32_t at;  // index of its first token, in the order in which texts were gathered
  };

  void Gather(const Tokens& tokens);
  void RankTokens();
  void NameLonger(uint32_t order);
  int64_t CountRuns();

  uint32_t texts_ = 0;
  // For each token: its text, the number of tokens from it to the text's end, its bytes and key.
  std::vector<uint32_t> text_of_, left_;
  std::vector<std::string_view> words_;
  std::vector<uint64_t> keys_;
  std::vector<uint32_t> token_rank_, rank_;  // for tokens, and for n-grams by first token
  std::vector<Entry> entries_;               // n-grams of one order, sorted by name
  std::vector<uint32_t> in_text_;            // how often each text contains the current n-gram
};

}  // namespace mtgauge
