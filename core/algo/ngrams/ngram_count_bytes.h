// How counts of n-grams are written (ngram_count_bytes.cc), for those who write them; and tables
// made of what was written.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/algo/ngrams/count_table.h"
#include "core/algo/ngrams/ngram_trie.h"
#include "core/base/hash.h"

namespace mtgauge {

void AppendNumber(uint64_t number, std::string& bytes);

struct SavedToken {
  uint32_t id;
  uint32_t count;
};
// Appends the number of tokens and the tokens. Returns them in the order of their places.
std::vector<SavedToken> SaveTokens(const TokenCounts& tokens, std::string& bytes);

// What NgramCounts makes of the bytes by Load() and Trie(), without counts in between; nullopt
// where Load() says false. Throws std::bad_alloc.
std::optional<NgramTrie> ReadTrie(std::string_view bytes, uint32_t max_order, HashFunction hash);

}  // namespace mtgauge
