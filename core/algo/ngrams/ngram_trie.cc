// Builds tables of n-grams, one after the other in memory.
#include "core/algo/ngrams/ngram_trie.h"

#include <bit>
#include <new>

namespace mtgauge {

NgramTrie::Builder::Table NgramTrie::Builder::Open(uint32_t count) {
  // Tables of 1, 2 or 4 n-grams are full, because they fit in a cache line.
  const Table table = {nodes_.size(), std::bit_ceil(count <= 4 ? count : count + count / 3)};
  if (table.begin + table.slots > INT32_MAX) throw std::bad_alloc();
  nodes_.Extend(table.slots);
  return table;
}

size_t NgramTrie::Builder::Add(const Table& table, uint32_t token, uint32_t count) {
  uint32_t at = Home(token, table.slots);
  while (nodes_[table.begin + at].count != 0) at = (at + 1) & (table.slots - 1);
  nodes_[table.begin + at] = {token, count, 0, 0};
  return table.begin + at;
}

void NgramTrie::Take(Builder nodes, const Tables& tables) {
  nodes_.push_back(std::move(nodes));
  for (const auto& [token, table] : tables) {
    tables_[token] = {nodes_.back().nodes_.data() + table.begin, table.slots};
  }
}

}  // namespace mtgauge
