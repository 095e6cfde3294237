// NLTK's METEOR as in its source: lists of words that shrink, each stage from the end. Slow and
// plain; nltk-meteor is compared with this.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <functional>
#include <string>
#include <utility>
#include <vector>

namespace mtgauge::oracle {

using NumberedWords = std::vector<std::pair<size_t, std::string>>;
using WordsMatch = std::function<bool(const std::string& hyp, const std::string& ref)>;

inline void NaiveTake(NumberedWords& hyp, NumberedWords& ref, const WordsMatch& match,
                      std::vector<std::pair<size_t, size_t>>& pairs) {
  for (size_t i = hyp.size(); i-- > 0;) {
    for (size_t j = ref.size(); j-- > 0;) {
      if (!match(hyp[i].second, ref[j].second)) continue;
      pairs.emplace_back(hyp[i].first, ref[j].first);
      hyp.erase(hyp.begin() + static_cast<std::ptrdiff_t>(i));
      ref.erase(ref.begin() + static_cast<std::ptrdiff_t>(j));
      break;
    }
  }
}

// `synonyms` is called with stems. Alpha is 0.9, beta 3, gamma 0.5.
inline double NaiveNltkMeteor(const std::vector<std::string>& hyp_words,
                              const std::vector<std::string>& ref_words,
                              const std::function<std::string(const std::string&)>& stem,
                              const WordsMatch& synonyms) {
  NumberedWords hyp, ref;
  for (const std::string& word : hyp_words) hyp.emplace_back(hyp.size(), word);
  for (const std::string& word : ref_words) ref.emplace_back(ref.size(), word);
  std::vector<std::pair<size_t, size_t>> pairs;
  const auto equal = [](const std::string& a, const std::string& b) { return a == b; };
  NaiveTake(hyp, ref, equal, pairs);
  for (auto* words : {&hyp, &ref}) {
    for (auto& word : *words) word.second = stem(word.second);
  }
  NaiveTake(hyp, ref, equal, pairs);
  NaiveTake(hyp, ref, synonyms, pairs);
  if (pairs.empty()) return 0;
  std::sort(pairs.begin(), pairs.end());
  double chunks = 1;
  for (size_t k = 1; k < pairs.size(); ++k) {
    const bool goes_on =
        pairs[k].first == pairs[k - 1].first + 1 && pairs[k].second == pairs[k - 1].second + 1;
    chunks += goes_on ? 0 : 1;
  }
  const auto size = static_cast<double>(pairs.size());
  const double precision = size / static_cast<double>(hyp_words.size());
  const double recall = size / static_cast<double>(ref_words.size());
  const double f = precision * recall / (0.9 * precision + 0.1 * recall);
  return (1 - 0.5 * std::pow(chunks / size, 3)) * f;
}

}  // namespace mtgauge::oracle
