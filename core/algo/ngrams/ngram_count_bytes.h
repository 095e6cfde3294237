// How counts of n-grams are written (ngram_count_bytes.cc), for those who write them.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "core/algo/ngrams/count_table.h"

namespace mtgauge {

void AppendNumber(uint64_t number, std::string& bytes);

struct SavedToken {
  uint32_t id;
  uint32_t count;
};
// Appends the number of tokens and the tokens. Returns them in the order of their places.
std::vector<SavedToken> SaveTokens(const TokenCounts& tokens, std::string& bytes);

}  // namespace mtgauge
