// Tokenizes texts as the scorer does and reports on the result: tokens, types, their lengths, and
// where two tokenizers differ.
#pragma once

#include <cstdint>
#include <optional>
#include <span>

#include "core/text/batch.h"
#include "core/text/casing.h"
#include "core/text/tokenizing/tokenizer.h"
#include "core/text/view.h"
#include "core/text/words/stemmer.h"

namespace mtgauge {

// How a text is split into words.
struct Cutting {
  const TokenizerRow* tokenizer = nullptr;
  bool lowercase = false;               // before tokenizing
  const StemmerRow* stemmer = nullptr;  // applied to the tokens; null for none
};

// Reuses its memory from stream to stream. Not thread-safe.
class Cutter {
 public:
  explicit Cutter(const Cutting& cutting);
  Cutter(const Cutter&) = delete;
  Cutter& operator=(const Cutter&) = delete;

  // The result is valid until the next call, and as long as the stream.
  const View& Cut(const Stream& stream, uint32_t segments);
  // Makes the same tokens one segment and one word at a time, as the slow version to compare with.
  const View& CutSlowly(const Stream& stream, uint32_t segments);

 private:
  const Tokenizer& tokenizer_;
  bool lowercase_;
  CasedText cased_;
  std::optional<Stemmer> stemmer_;
  View words_, stems_;
};

// Counts over the texts. Missing references do not count as segments.
struct CutCounts {
  uint64_t segments = 0;
  uint64_t tokens = 0;
  uint64_t types = 0;       // distinct tokens
  uint64_t characters = 0;  // code points of all tokens
  uint64_t longest = 0;     // the longest token, in code points
};
CutCounts CountTokens(std::span<const Batch> batches, const Cutting& cutting);

// Counts the segments for which the two make different tokens.
uint64_t CountDiffering(std::span<const Batch> batches, const Cutting& a, const Cutting& b);

// Tokenizes all streams of the batches. This is what is measured.
void CutAll(std::span<const Batch> batches, Cutter& cutter);
// Return digests of all tokens and of where segments end, from Cut() and from CutSlowly(). They use
// the default hash.
uint64_t DigestOfTokens(std::span<const Batch> batches, const Cutting& cutting);
uint64_t DigestOfSlowTokens(std::span<const Batch> batches, const Cutting& cutting);

}  // namespace mtgauge
