// Helpers for writing n-gram counts in the format of ngram_count_bytes.cc, and a reader that builds
// an NgramTrie from it.
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
// Appends the number of tokens and the tokens. Returns the tokens by rank.
std::vector<SavedToken> SaveTokens(const TokenCounts& tokens, std::string& bytes);

// Returns what NgramCounts::Load() followed by Trie() would return, but faster. Returns nullopt if
// Load() would return false. Throws std::bad_alloc.
std::optional<NgramTrie> ReadTrie(std::string_view bytes, uint32_t max_order, HashFunction hash);

}  // namespace mtgauge
