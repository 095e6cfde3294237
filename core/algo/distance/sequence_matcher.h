// Distances between two sequences of symbols, 64 positions of the hypothesis at a time.
#pragma once

#include <cstdint>

#include "core/algo/alignment/symbols.h"
#include "core/algo/distance/mask_programs.h"
#include "core/base/buffer.h"

namespace mtgauge {

// The positions of each symbol in a sequence, as bit masks. Symbols with less than one occurrence
// per mask word are kept as lists, so that memory is linear in the sequence for any vocabulary.
class PositionMasks {
 public:
  // `distinct` is greater than every symbol but kNoSymbol.
  void Set(Symbols symbols, uint32_t distinct);

  uint32_t length() const { return length_; }
  uint32_t words() const { return words_; }  // room for length() + 1 bits
  uint32_t count(uint32_t symbol) const { return entries_[symbol].count; }
  // Returns the mask of a symbol: bit i is set if the symbol is at position i. Valid until the next
  // call.
  const uint64_t* Of(uint32_t symbol);

 private:
  struct Entry {
    uint32_t count;
    uint32_t first;  // index into positions_ if listed, else into masks_
    bool listed;
  };

  void Place(uint32_t distinct);

  uint32_t length_ = 0;
  uint32_t words_ = 0;
  Buffer<Entry> entries_;
  Buffer<uint32_t> positions_;
  Buffer<uint64_t> masks_;
  Buffer<uint64_t> listed_;  // the mask of the last requested listed symbol
  Entry last_{};
};

// Compares one hypothesis with any number of references. One worker's working memory; not
// thread-safe. Time is |h| |r| / 64 steps, memory |h| + distinct symbols.
class SequenceMatcher {
 public:
  // `distinct` as in ReferenceSymbols.
  void Set(Symbols hypothesis, uint32_t distinct);

  // Returns the steps, of about a nanosecond, that each of the following functions takes.
  uint64_t Steps(Symbols reference) const { return uint64_t{masks_.words()} * reference.size(); }
  // Returns the Levenshtein distance, bit-parallel (Myers 1999; Hyyro 2003).
  uint64_t Edits(Symbols reference);
  // Returns the distance if blocks of the hypothesis may be moved, left out or repeated at the cost
  // of one jump each (Leusch, Ueffing and Ney 2006, without miscoverage penalty).
  uint64_t BlockEdits(Symbols reference);
  // Returns the length of the longest common subsequence, bit-parallel (Hyyro 2004).
  uint64_t CommonSubsequence(Symbols reference);
  // Returns the number of common symbols, with multiplicity.
  uint64_t CommonSymbols(Symbols reference);

 private:
  static uint32_t SizeOf(Symbols reference) { return static_cast<uint32_t>(reference.size()); }
  auto MaskOf(Symbols reference) {
    return [this, reference](uint32_t i) { return masks_.Of(reference[i]); };
  }

  uint32_t distinct_ = 0;
  PositionMasks masks_;
  MaskPrograms programs_;
  Buffer<uint32_t> used_;  // occurrences used, by symbol
};

}  // namespace mtgauge
