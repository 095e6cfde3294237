// The words of a text that are in common with the sentences of another, in order: ROUGE's
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
  std::span<const uint32_t> ends;  // of each sentence, rising; the last one is symbols.size()

  Symbols operator[](size_t i) const {
    const uint32_t begin = i == 0 ? 0 : ends[i - 1];
    return symbols.subspan(begin, ends[i] - begin);
  }
};

// One worker's working memory; not thread-safe. Time and memory of two sentences are |r| |h| / 64
// words.
class UnionSubsequence {
 public:
  // The most words of memory that two sentences may take: 512 MiB.
  static constexpr uint64_t kMostWords = uint64_t{1} << 26;

  // Steps that Hits() takes. At most `most` of them are counted; also above `most` where two
  // sentences would take too much memory.
  static uint64_t Steps(const Sentences& reference, const Sentences& hypothesis, uint32_t distinct,
                        uint64_t most);

  // For each sentence of the reference, the positions that belong to a longest common subsequence
  // with some sentence of the hypothesis (to the one that rouge_score finds first from the end). Of
  // each symbol no more of them count than the hypothesis has of it. `distinct` is above every
  // symbol but kNoSymbol.
  uint64_t Hits(const Sentences& reference, const Sentences& hypothesis, uint32_t distinct);

 private:
  void Fill(Symbols hypothesis);
  void Mark(Symbols reference, Symbols hypothesis);

  PositionMasks masks_;      // of a sentence of the reference
  Buffer<uint64_t> rows_;    // as many as change; of each position, whether it adds nothing
  Buffer<uint32_t> row_of_;  // of how many words of the hypothesis are behind
  Buffer<uint64_t> union_;
  Buffer<uint32_t> left_;  // of each symbol
};

}  // namespace mtgauge
