// chrF's statistics and score by their definition, with maps of strings. Slow and plain; the metric
// and its engines are compared with this.
#pragma once

#include <algorithm>
#include <cstdint>
#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "core/text/unicode.h"
#include "core/text/utf8.h"

namespace mtgauge::oracle {

inline std::vector<uint32_t> CodePointsOf(std::string_view text) {
  std::vector<uint32_t> points;
  for (size_t at = 0; at < text.size();) {
    const CodePoint point = DecodeAt(text, at);
    points.push_back(point.value);
    at += point.length;
  }
  return points;
}

using Word = std::vector<uint32_t>;

// Returns one word, or two: its last character split off if it is ASCII punctuation, else its
// first.
inline std::vector<Word> SplitWord(const Word& word) {
  const auto is_punctuation = [](uint32_t c) {
    return c < 128 &&
           std::string_view("!\"#$%&'()*+,-./:;<=>?@[\\]^_`{|}~").find(static_cast<char>(c)) !=
               std::string_view::npos;
  };
  if (word.size() > 1 && is_punctuation(word.back())) {
    return {Word(word.begin(), word.end() - 1), {word.back()}};
  }
  if (word.size() > 1 && is_punctuation(word.front())) {
    return {{word.front()}, Word(word.begin() + 1, word.end())};
  }
  return {word};
}

inline std::vector<Word> ChrfWords(std::string_view text) {
  std::vector<Word> words;
  Word word;
  std::vector<uint32_t> points = CodePointsOf(text);
  points.push_back(' ');
  for (const uint32_t c : points) {
    if (!IsSpace(c)) {
      word.push_back(c);
    } else if (!word.empty()) {
      for (const Word& part : SplitWord(word)) words.push_back(part);
      word.clear();
    }
  }
  return words;
}

// Returns characters as words of one, so that both kinds of n-grams are counted alike.
inline std::vector<Word> ChrfCharacters(std::string_view text, bool keep_space) {
  std::vector<Word> characters;
  for (const uint32_t c : CodePointsOf(text)) {
    if (keep_space || !IsSpace(c)) characters.push_back({c});
  }
  return characters;
}

// Appends {hypothesis, reference, matches} of orders 1 to `orders`.
inline void AppendStatistics(const std::vector<Word>& hyp, const std::vector<Word>& ref,
                             size_t orders, std::vector<int64_t>& row) {
  using Counts = std::map<std::vector<Word>, int64_t>;
  for (size_t n = 1; n <= orders; ++n) {
    const auto count = [n](const std::vector<Word>& words, int64_t& total) {
      Counts counts;
      for (size_t i = 0; i + n <= words.size(); ++i, ++total) {
        const auto first = words.begin() + static_cast<std::ptrdiff_t>(i);
        ++counts[std::vector<Word>(first, first + static_cast<std::ptrdiff_t>(n))];
      }
      return counts;
    };
    int64_t in_hyp = 0, in_ref = 0, matches = 0;
    const Counts hyp_counts = count(hyp, in_hyp), ref_counts = count(ref, in_ref);
    for (const auto& [ngram, times] : hyp_counts) {
      const auto found = ref_counts.find(ngram);
      if (found != ref_counts.end()) matches += std::min(times, found->second);
    }
    row.insert(row.end(), {in_ref > 0 ? in_hyp : 0, in_ref, matches});
  }
}

inline std::vector<int64_t> NaiveChrfRow(std::string_view hyp, std::string_view ref,
                                         size_t char_order, size_t word_order, bool keep_space) {
  std::vector<int64_t> row;
  AppendStatistics(ChrfCharacters(hyp, keep_space), ChrfCharacters(ref, keep_space), char_order,
                   row);
  AppendStatistics(ChrfWords(hyp), ChrfWords(ref), word_order, row);
  return row;
}

inline double NaiveChrfScore(const std::vector<int64_t>& row, double beta) {
  double precision = 0, recall = 0, orders = 0;
  for (size_t i = 0; i < row.size(); i += 3) {
    if (row[i] == 0 || row[i + 1] == 0) continue;
    precision += static_cast<double>(row[i + 2]) / static_cast<double>(row[i]);
    recall += static_cast<double>(row[i + 2]) / static_cast<double>(row[i + 1]);
    orders += 1;
  }
  if (precision + recall == 0) return 0;
  precision /= orders;
  recall /= orders;
  return 100 * (1 + beta * beta) * precision * recall / (beta * beta * precision + recall);
}

}  // namespace mtgauge::oracle
