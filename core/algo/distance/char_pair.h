// A hypothesis and its references as sequences of characters, with one space between tokens.
// Sequences of usual length are compared by bit masks; for others, characters are numbered first.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "core/algo/alignment/symbols.h"
#include "core/algo/distance/mask_programs.h"
#include "core/algo/distance/sequence_matcher.h"
#include "core/algo/ngrams/char_masks.h"
#include "core/base/buffer.h"
#include "core/base/hash.h"
#include "core/simd/kernels.h"
#include "core/text/view.h"

namespace mtgauge {

// The references of a segment, whose views must outlive it. Immutable between calls of Set():
// several threads may read it.
class CharReferences {
 public:
  explicit CharReferences(HashFunction hash) : hash_(hash) {}

  void Set(std::span<const SegmentView> references);

  uint32_t count() const { return static_cast<uint32_t>(tokens_.size()); }
  uint32_t length(uint32_t r) const { return positions_[r].length(); }

 private:
  friend class CharPair;

  HashFunction hash_;
  std::vector<Tokens> tokens_;
  std::vector<CharPositions> positions_;  // at least one per reference
  bool have_masks_ = false;               // whether all references do
  Buffer<char> text_;
};

// Compares a hypothesis with references. One worker's working memory; not thread-safe.
class CharPair {
 public:
  explicit CharPair(const Kernels& kernels = ActiveKernels())
      : hypothesis_(kernels), masks_(kernels) {}

  // Both must outlive the calls below.
  void Set(const CharReferences& references, const Tokens& hypothesis);

  // The characters of the hypothesis.
  uint32_t hyp_length() const { return static_cast<uint32_t>(hypothesis_.points().size()); }
  // The same as in SequenceMatcher, for reference r.
  uint64_t Steps(uint32_t r) const;
  uint64_t Edits(uint32_t r);

 private:
  uint64_t EditsByMasks(const CharPositions& reference);

  const CharReferences* references_ = nullptr;
  Characters hypothesis_;
  Buffer<char> text_;  // characters of the hypothesis
  CharMasks masks_;
  Buffer<EditChanges> changes_;  // at a block's end, by character of the hypothesis
  bool named_ = false;
  std::optional<ReferenceSymbols> symbols_;  // if characters are numbered
  Buffer<uint32_t> names_;
  SequenceMatcher matcher_;
};

}  // namespace mtgauge
