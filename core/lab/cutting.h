// Texts under one tokenizer, cut as the scorer cuts them, and what comes of it: tokens, types,
// their lengths, and where two tokenizers differ.
#pragma once

#include <cstdint>
#include <optional>
#include <span>

#include "core/text/batch.h"
#include "core/text/casing.h"
#include "core/text/tokenizer/tokenizer.h"
#include "core/text/view.h"
#include "core/text/words/stemmer.h"

namespace mtgauge {

// A way to make words of a text.
struct Cutting {
  const TokenizerRow* tokenizer = nullptr;
  bool lowercase = false;               // before the tokenizer
  const StemmerRow* stemmer = nullptr;  // of its tokens; nullptr: none
};

// Reuses its memory from stream to stream; not thread-safe.
class Cutter {
 public:
  explicit Cutter(const Cutting& cutting);
  Cutter(const Cutter&) = delete;
  Cutter& operator=(const Cutter&) = delete;

  // Valid until the next call, and as long as the stream.
  const View& Cut(const Stream& stream, uint32_t segments);
  // The same tokens one segment and one word at a time: its twin.
  const View& CutSlowly(const Stream& stream, uint32_t segments);

 private:
  const Tokenizer& tokenizer_;
  bool lowercase_;
  CasedText cased_;
  std::optional<Stemmer> stemmer_;
  View words_, stems_;
};

// What the texts come to. Missing references are no segments.
struct TokenCounts {
  uint64_t segments = 0;
  uint64_t tokens = 0;
  uint64_t types = 0;       // distinct tokens
  uint64_t characters = 0;  // code points of all tokens
  uint64_t longest = 0;     // of one token, in code points
};
TokenCounts CountTokens(std::span<const Batch> batches, const Cutting& cutting);

// Segments of which the two make different tokens.
uint64_t CountDiffering(std::span<const Batch> batches, const Cutting& a, const Cutting& b);

// Cuts all streams of the batches: what is measured.
void CutAll(std::span<const Batch> batches, Cutter& cutter);
// Digests of all tokens and of where segments end, found by Cut() and by CutSlowly(). With the
// default hash.
uint64_t DigestOfTokens(std::span<const Batch> batches, const Cutting& cutting);
uint64_t DigestOfSlowTokens(std::span<const Batch> batches, const Cutting& cutting);

}  // namespace mtgauge
