// A third n-gram engine, by sorting: the laboratory's measure for the two of core/algo. It has no
// table and no limit, and needs no hash of n-grams.
#pragma once

#include <cstdint>
#include <span>
#include <string_view>
#include <vector>

#include "core/text/view.h"

namespace mtgauge {

// One worker's working memory; not thread-safe. Memory follows the tokens of the longest segment.
class SortMatcher {
 public:
  // Writes matches[0, max_order) as core/algo/ngrams/ngram_match.h defines them. Total.
  void Match(std::span<const Tokens> references, const Tokens& hypothesis, uint32_t max_order,
             int64_t* matches);

  size_t bytes() const;

 private:
  // An n-gram by its name and place: those with equal names are next to each other once sorted.
  struct Entry {
    uint64_t name;
    uint32_t at;  // of its first token, in the order in which texts were gathered
  };

  void Gather(const Tokens& tokens);
  void RankTokens();
  void NameLonger(uint32_t order);
  int64_t CountRuns();

  uint32_t texts_ = 0;
  // Of every token: its text, the tokens from it to the text's end, its bytes and key.
  std::vector<uint32_t> text_of_, left_;
  std::vector<std::string_view> words_;
  std::vector<uint64_t> keys_;
  std::vector<uint32_t> token_rank_, rank_;  // of each token, and of the n-gram that begins there
  std::vector<Entry> entries_;               // n-grams of one order, sorted by name
  std::vector<uint32_t> in_text_;            // how often each text has the n-gram at hand
};

}  // namespace mtgauge
