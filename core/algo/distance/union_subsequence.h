// The union of the longest common subsequences of a text with the sentences of another: ROUGE's
// "union LCS" (Lin 2004, section 3.2), as Google's rouge_score counts it.
#pragma once

#include <cstdint>
#include <span>

#include "core/algo/alignment/symbols.h"
#include "core/algo/distance/sequence_matcher.h"
#include "core/base/buffer.h"

namespace mtgauge {

// A text cut into sentences.
struct Sentences {
  Symbols symbols;
  std::span<const uint32_t> ends;  // ends of sentences, ascending; the last is symbols.size()

  Symbols operator[](size_t i) const {
    const uint32_t begin = i == 0 ? 0 : ends[i - 1];
    return symbols.subspan(begin, ends[i] - begin);
  }
};

// One worker's working memory; not thread-safe. Two sentences take |r| |h| / 64 words of memory,
// and time in proportion.
class UnionSubsequence {
 public:
  // The most words of memory that two sentences may take: 512 MiB.
  static constexpr uint64_t kMostWords = uint64_t{1} << 26;

  // Returns the number of steps that Hits() takes. Stops counting above `most`. Returns `most` + 1
  // if two sentences would take too much memory.
  static uint64_t Steps(const Sentences& reference, const Sentences& hypothesis, uint32_t distinct,
                        uint64_t most);

  // Counts the positions of the reference that belong to a longest common subsequence of their
  // sentence with some sentence of the hypothesis (the one that rouge_score finds first from the
  // end). Each symbol counts at most as often as it occurs in the hypothesis. `distinct` is greater
  // than every symbol but kNoSymbol.
  uint64_t Hits(const Sentences& reference, const Sentences& hypothesis, uint32_t distinct);

 private:
  void Fill(Symbols hypothesis);
  void Mark(Symbols reference, Symbols hypothesis);

  PositionMasks masks_;      // masks of a reference sentence
  Buffer<uint64_t> rows_;    // distinct rows; a bit is set if its position adds nothing
  Buffer<uint32_t> row_of_;  // row for each number of processed hypothesis words
  Buffer<uint64_t> union_;
  Buffer<uint32_t> left_;  // free occurrences, by symbol
};

}  // namespace mtgauge
