// Clipped n-gram matches by their definition, with maps of strings. Slow and plain; the n-gram
// engines and the matching kernels are compared with this.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <map>
#include <string>
#include <vector>

namespace mtgauge::oracle {

using Words = std::vector<std::string>;

inline std::map<Words, int64_t> CountNgrams(const Words& words, size_t order) {
  std::map<Words, int64_t> counts;
  for (size_t i = 0; i + order <= words.size(); ++i) {
    const auto first = words.begin() + static_cast<std::ptrdiff_t>(i);
    ++counts[Words(first, first + static_cast<std::ptrdiff_t>(order))];
  }
  return counts;
}

// result[n - 1]: the sum over distinct n-grams of
//   min(count in the hypothesis, largest count in any reference).
inline std::vector<int64_t> NaiveMatches(const std::vector<Words>& references,
                                         const Words& hypothesis, size_t max_order) {
  std::vector<int64_t> matches(max_order, 0);
  for (size_t order = 1; order <= max_order; ++order) {
    std::map<Words, int64_t> most;
    for (const Words& reference : references) {
      for (const auto& [ngram, count] : CountNgrams(reference, order)) {
        most[ngram] = std::max(most[ngram], count);
      }
    }
    for (const auto& [ngram, count] : CountNgrams(hypothesis, order)) {
      const auto found = most.find(ngram);
      if (found != most.end()) matches[order - 1] += std::min(count, found->second);
    }
  }
  return matches;
}

}  // namespace mtgauge::oracle
