// Distances between sequences of words by their definitions, cell by cell. Slow and plain; the
// bit-parallel matcher is compared with this.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <map>
#include <string>
#include <vector>

namespace mtgauge::oracle {

using Words = std::vector<std::string>;

inline int64_t NaiveEdits(const Words& hyp, const Words& ref) {
  std::vector<int64_t> above(hyp.size() + 1);
  for (size_t i = 0; i <= hyp.size(); ++i) above[i] = static_cast<int64_t>(i);
  for (size_t l = 1; l <= ref.size(); ++l) {
    std::vector<int64_t> row(hyp.size() + 1);
    row[0] = static_cast<int64_t>(l);
    for (size_t i = 1; i <= hyp.size(); ++i) {
      const int64_t substituted = above[i - 1] + (hyp[i - 1] == ref[l - 1] ? 0 : 1);
      row[i] = std::min({substituted, above[i] + 1, row[i - 1] + 1});
    }
    above = row;
  }
  return above.back();
}

// At the cost of one, a jump may lead from any position of the hypothesis to any other.
inline int64_t NaiveBlockEdits(const Words& hyp, const Words& ref) {
  std::vector<int64_t> above(hyp.size() + 1, 1);
  above[0] = 0;
  for (size_t l = 1; l <= ref.size(); ++l) {
    std::vector<int64_t> row(hyp.size() + 1);
    row[0] = above[0] + 1;
    for (size_t i = 1; i <= hyp.size(); ++i) {
      const int64_t substituted = above[i - 1] + (hyp[i - 1] == ref[l - 1] ? 0 : 1);
      row[i] = std::min({substituted, above[i] + 1, row[i - 1] + 1});
    }
    const int64_t jump = *std::min_element(row.begin(), row.end()) + 1;
    for (int64_t& cell : row) cell = std::min(cell, jump);
    above = row;
  }
  return above.back();
}

inline int64_t NaiveCommonSubsequence(const Words& hyp, const Words& ref) {
  std::vector<int64_t> above(hyp.size() + 1, 0);
  for (const std::string& word : ref) {
    std::vector<int64_t> row(hyp.size() + 1, 0);
    for (size_t i = 1; i <= hyp.size(); ++i) {
      row[i] = hyp[i - 1] == word ? above[i - 1] + 1 : std::max(above[i], row[i - 1]);
    }
    above = row;
  }
  return above.back();
}

inline int64_t NaiveCommonWords(const Words& hyp, const Words& ref) {
  std::map<std::string, int64_t> left;
  for (const std::string& word : ref) ++left[word];
  int64_t common = 0;
  for (const std::string& word : hyp) common += left[word]-- > 0 ? 1 : 0;
  return common;
}

}  // namespace mtgauge::oracle
