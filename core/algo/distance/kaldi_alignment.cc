// The table of least costs, row by row of the hypothesis.
#include "core/algo/distance/kaldi_alignment.h"

#include <algorithm>
#include <utility>

namespace mtgauge {

void JoinedWords::Set(const Tokens& tokens) {
  text_.clear();
  ends_.assign(1, 0);
  for (uint32_t i = 0; i < tokens.count; ++i) {
    text_.append(tokens[i]);
    ends_.push_back(static_cast<uint32_t>(text_.size()));
  }
  word_at_.assign(text_.size() + 1, kNone);
  for (uint32_t i = 0; i < ends_.size(); ++i) word_at_[ends_[i]] = i;
}

uint32_t JoinedWords::Find(uint32_t end, std::string_view word) const {
  if (word.size() > ends_[end]) return 0;
  const size_t begin = ends_[end] - word.size();
  const uint32_t first = word_at_[begin];
  if (first == kNone || first + 2 > end) return 0;
  return std::string_view(text_).substr(begin, word.size()) == word ? end - first : 0;
}

uint32_t JoinedWords::Most(uint32_t bytes) const {
  uint32_t most = 1;
  for (uint32_t first = 0, end = 1; end < ends_.size(); ++end) {
    while (ends_[end] - ends_[first] > bytes && first < end) ++first;
    most = std::max(most, end - first);
  }
  return most;
}

template <typename Equal, typename Join>
EditCounts KaldiAlignment::Fill(uint32_t reference, uint32_t hypothesis, uint32_t kept,
                                const EditCosts& costs, const Equal& equal, const Join& join) {
  const size_t width = size_t{reference} + 1;
  cells_.Grow(width * kept, 0);
  const auto row_of = [&](uint32_t j) { return cells_.data() + j % kept * width; };
  for (uint32_t i = 0; i <= reference; ++i) row_of(0)[i] = {i * costs.deletion, 0, i, 0};
  for (uint32_t j = 1; j <= hypothesis; ++j) {
    const Cell* const before = row_of(j - 1);
    Cell* const row = row_of(j);
    row[0] = before[0];
    row[0].cost += costs.insertion;
    ++row[0].insertions;
    for (uint32_t i = 1; i <= reference; ++i) {
      const uint32_t differs = equal(i - 1, j - 1) ? 0 : 1;
      const uint32_t inserted = before[i].cost + costs.insertion;
      const uint32_t deleted = row[i - 1].cost + costs.deletion;
      const uint32_t replaced = before[i - 1].cost + differs * costs.substitution;
      if (replaced < inserted && replaced < deleted) {
        row[i] = before[i - 1];
        row[i].cost = replaced;
        row[i].substitutions += differs;
      } else if (deleted < inserted) {
        row[i] = row[i - 1];
        row[i].cost = deleted;
        ++row[i].deletions;
      } else {
        row[i] = before[i];
        row[i].cost = inserted;
        ++row[i].insertions;
      }
      const auto [of_reference, of_hypothesis] = join(i, j);
      for (const auto& [x, y] :
           {std::pair(i - of_reference, j - 1), std::pair(i - 1, j - of_hypothesis)}) {
        if (x == i || y == j) continue;
        if (row_of(y)[x].cost < row[i].cost) row[i] = row_of(y)[x];
      }
    }
  }
  const Cell& last = row_of(hypothesis)[reference];
  return {0, last.substitutions, last.deletions, last.insertions};
}

EditCounts KaldiAlignment::Count(Symbols reference, Symbols hypothesis, const EditCosts& costs) {
  return Fill(
      static_cast<uint32_t>(reference.size()), static_cast<uint32_t>(hypothesis.size()), 2, costs,
      [&](uint32_t i, uint32_t j) { return reference[i] == hypothesis[j]; },
      [](uint32_t, uint32_t) { return std::pair(0u, 0u); });
}

EditCounts KaldiAlignment::CountJoined(const Tokens& reference, const Tokens& hypothesis,
                                       const EditCosts& costs, bool* too_long) {
  reference_.Set(reference);
  hypothesis_.Set(hypothesis);
  uint32_t longest = 0;
  for (uint32_t i = 0; i < reference.count; ++i) {
    longest = std::max(longest, reference.end[i] - reference.begin[i]);
  }
  const uint32_t kept = hypothesis_.Most(longest) + 1;
  *too_long = (uint64_t{reference.count} + 1) * kept > kMostCells;
  if (*too_long) return {};
  return Fill(
      reference.count, hypothesis.count, kept, costs,
      [&](uint32_t i, uint32_t j) { return reference[i] == hypothesis[j]; },
      [&](uint32_t i, uint32_t j) {
        return std::pair(reference_.Find(i, hypothesis[j - 1]),
                         hypothesis_.Find(j, reference[i - 1]));
      });
}

}  // namespace mtgauge
