// The union of longest common subsequences as computed by Google's rouge_score: full tables, traced
// back cell by cell. Slow and plain; UnionSubsequence is compared with this.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <map>
#include <set>
#include <string>
#include <vector>

namespace mtgauge::oracle {

template <typename Word>
std::set<size_t> NaiveSubsequencePositions(const std::vector<Word>& ref,
                                           const std::vector<Word>& hyp) {
  std::vector<std::vector<size_t>> table(ref.size() + 1, std::vector<size_t>(hyp.size() + 1, 0));
  for (size_t i = 1; i <= ref.size(); ++i) {
    for (size_t j = 1; j <= hyp.size(); ++j) {
      table[i][j] = ref[i - 1] == hyp[j - 1] ? table[i - 1][j - 1] + 1
                                             : std::max(table[i - 1][j], table[i][j - 1]);
    }
  }
  std::set<size_t> positions;
  size_t i = ref.size(), j = hyp.size();
  while (i > 0 && j > 0) {
    if (ref[i - 1] == hyp[j - 1]) {
      positions.insert(i - 1);
      --i;
      --j;
    } else if (table[i][j - 1] > table[i - 1][j]) {
      --j;
    } else {
      --i;
    }
  }
  return positions;
}

// [sentence][word]
template <typename Word>
uint64_t NaiveUnionHits(const std::vector<std::vector<Word>>& ref,
                        const std::vector<std::vector<Word>>& hyp) {
  std::map<Word, uint64_t> left;
  for (const auto& sentence : hyp) {
    for (const Word& word : sentence) ++left[word];
  }
  uint64_t hits = 0;
  for (const auto& sentence : ref) {
    std::set<size_t> positions;
    for (const auto& other : hyp) positions.merge(NaiveSubsequencePositions(sentence, other));
    for (const size_t position : positions) {
      if (left[sentence[position]] == 0) continue;
      --left[sentence[position]];
      ++hits;
    }
  }
  return hits;
}

}  // namespace mtgauge::oracle
