// Computes the table of longest common subsequences as bits that say whether a position of the
// reference adds one to the length (Crochemore et al. 2001; Hyyro 2004). The traceback needs only
// these bits.
#include "core/algo/distance/union_subsequence.h"

#include <algorithm>

namespace mtgauge {

uint64_t UnionSubsequence::Steps(const Sentences& reference, const Sentences& hypothesis,
                                 uint32_t distinct, uint64_t most) {
  uint64_t steps = 0;
  for (size_t r = 0; r < reference.ends.size(); ++r) {
    steps += distinct;
    const uint64_t size = reference[r].size();
    for (size_t h = 0; h < hypothesis.ends.size() && steps <= most; ++h) {
      const uint64_t rows = hypothesis[h].size() + 1;
      const uint64_t words = (size / 64 + 1) * rows;
      if (words > kMostWords) return most + 1;
      steps += words + size + rows;
    }
  }
  return steps;
}

uint64_t UnionSubsequence::Hits(const Sentences& reference, const Sentences& hypothesis,
                                uint32_t distinct) {
  left_.Grow(distinct, 0);
  std::fill_n(left_.data(), distinct, 0);
  for (const uint32_t symbol : hypothesis.symbols) {
    if (symbol != kNoSymbol) ++left_[symbol];
  }
  uint64_t hits = 0;
  for (size_t r = 0; r < reference.ends.size(); ++r) {
    const Symbols sentence = reference[r];
    masks_.Set(sentence, distinct);
    union_.Grow(masks_.words(), 0);
    std::fill_n(union_.data(), masks_.words(), 0);
    for (size_t h = 0; h < hypothesis.ends.size(); ++h) {
      Fill(hypothesis[h]);
      Mark(sentence, hypothesis[h]);
    }
    for (uint32_t i = 0; i < sentence.size(); ++i) {
      if ((union_[i / 64] >> (i % 64) & 1) == 0 || left_[sentence[i]] == 0) continue;
      --left_[sentence[i]];
      ++hits;
    }
  }
  return hits;
}

void UnionSubsequence::Fill(Symbols hypothesis) {
  const size_t words = masks_.words();
  rows_.Grow(words * (hypothesis.size() + 1), 0);
  row_of_.Grow(hypothesis.size() + 1, 0);
  std::fill_n(rows_.data(), words, ~uint64_t{0});
  row_of_[0] = 0;
  for (size_t j = 0; j < hypothesis.size(); ++j) {
    const uint32_t last = row_of_[j], symbol = hypothesis[j];
    row_of_[j + 1] = last;
    if (symbol == kNoSymbol || masks_.count(symbol) == 0) continue;
    row_of_[j + 1] = last + 1;
    const uint64_t* const mask = masks_.Of(symbol);
    const uint64_t* const from = rows_.data() + words * last;
    uint64_t* const to = rows_.data() + words * (last + 1);
    uint64_t carry = 0;
    for (size_t w = 0; w < words; ++w) {
      const uint64_t matched = from[w] & mask[w];
      const uint64_t sum = from[w] + matched, with_carry = sum + carry;
      carry = (sum < matched ? 1 : 0) | (with_carry < sum ? 1 : 0);
      to[w] = with_carry | (from[w] ^ matched);
    }
  }
}

// Traces back through the table. If symbols differ, goes to i - 1 if that keeps the length, which
// is the case if position i - 1 adds nothing, else to j - 1.
void UnionSubsequence::Mark(Symbols reference, Symbols hypothesis) {
  const size_t words = masks_.words();
  size_t i = reference.size(), j = hypothesis.size();
  while (i > 0 && j > 0) {
    const size_t at = i - 1;
    if (reference[at] == hypothesis[j - 1]) {
      union_[at / 64] |= uint64_t{1} << (at % 64);
      --i;
      --j;
    } else if ((rows_[words * row_of_[j] + at / 64] >> (at % 64) & 1) == 0) {
      --j;
    } else {
      --i;
    }
  }
}

}  // namespace mtgauge
