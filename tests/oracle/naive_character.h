// CharacTER by its rules: every shift of every round is made, and its edits counted cell by cell.
// Slow and plain.
#pragma once

#include <algorithm>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "tests/oracle/naive_sequences.h"

namespace mtgauge::oracle {

// Returns the words after the shift of the longest common run from these places.
inline Words NaiveShifted(const Words& hyp, const Words& ref, size_t i, size_t j) {
  size_t end = i;
  while (end < hyp.size() && j + end - i < ref.size() && hyp[end] == ref[j + end - i]) ++end;
  const auto begin = hyp.begin();
  const auto at = [begin](size_t place) { return begin + static_cast<ptrdiff_t>(place); };
  Words shifted(begin, at(i));
  shifted.insert(shifted.end(), at(end), hyp.end());
  const size_t target = std::min(j, shifted.size());
  shifted.insert(shifted.begin() + static_cast<ptrdiff_t>(target), at(i), at(end));
  return shifted;
}

inline Words NaiveMatchedShifts(Words hyp, const Words& ref) {
  const auto length = static_cast<double>(ref.size());
  const auto rate_of = [&](const Words& words) {
    return static_cast<double>(NaiveEdits(words, ref)) / length;
  };
  double rate = rate_of(hyp);
  if (rate == 0) return hyp;
  while (true) {
    std::optional<std::pair<double, Words>> best;
    for (size_t i = 0; i < hyp.size(); ++i) {
      for (size_t j = 0; j < ref.size(); ++j) {
        if (i == j || hyp[i] != ref[j]) continue;
        Words shifted = NaiveShifted(hyp, ref, i, j);
        std::pair<double, Words> one(rate - rate_of(shifted), std::move(shifted));
        if (!best || one > *best) best = std::move(one);
      }
    }
    if (!best || best->first <= 0) return hyp;
    rate -= best->first;
    hyp = best->second;
  }
}

// For words of single-byte characters.
inline double NaiveShiftCost(const Words& original, const Words& shifted) {
  double cost = 0;
  for (size_t k = 0; k < original.size();) {
    size_t s = k;
    if (original[k] != shifted[k]) {
      while (s < shifted.size() && shifted[s] != original[k]) ++s;
    }
    if (s == k || s == shifted.size()) {
      ++k;
      continue;
    }
    size_t letters = 0, words = 0;
    for (; k < original.size() && s < shifted.size() && original[k] == shifted[s]; ++k, ++s) {
      letters += original[k].size();
      ++words;
    }
    cost += static_cast<double>(letters) / static_cast<double>(words);
  }
  return cost;
}

// Returns a fraction.
inline double NaiveCharacter(const Words& hyp, const Words& ref) {
  if (hyp.empty() || ref.empty()) return hyp.size() == ref.size() ? 0 : 1;
  const auto letters = [](const Words& words) {
    Words out;
    for (const std::string& word : words) {
      if (!out.empty()) out.emplace_back(" ");
      for (const char c : word) out.emplace_back(1, c);
    }
    return out;
  };
  const Words shifted = NaiveMatchedShifts(hyp, ref), ours = letters(shifted);
  const double edits = static_cast<double>(NaiveEdits(ours, letters(ref)));
  return std::min(1.0, (edits + NaiveShiftCost(hyp, shifted)) / static_cast<double>(ours.size()));
}

}  // namespace mtgauge::oracle
