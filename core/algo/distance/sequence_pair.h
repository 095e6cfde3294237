// A hypothesis and its references as sequences of tokens. In segments of usual length, the keys of
// all pairs of tokens are compared; in longer ones, tokens are numbered first.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "core/algo/alignment/symbols.h"
#include "core/algo/distance/mask_programs.h"
#include "core/algo/distance/sequence_matcher.h"
#include "core/base/buffer.h"
#include "core/simd/kernels.h"
#include "core/text/view.h"

namespace mtgauge {

// The references of a segment, whose views must outlive it. Immutable between calls of Set():
// several threads may read it.
class ReferenceSequences {
 public:
  // Above this many tokens, numbering them is faster than comparing all pairs.
  static constexpr uint32_t kMostTokens = 256;

  explicit ReferenceSequences(HashFunction hash)
      : hash_(hash), symbols_(SymbolKind::kToken, hash) {}

  void Set(std::span<const SegmentView> references);

  uint32_t count() const { return static_cast<uint32_t>(tokens_.size()); }
  uint32_t length(uint32_t r) const { return tokens_[r].count; }

 private:
  friend class SequencePair;

  HashFunction hash_;
  std::vector<Tokens> tokens_;
  bool named_ = false;
  ReferenceSymbols symbols_;  // if tokens are numbered
};

// Compares a hypothesis with references. One worker's working memory; not thread-safe.
class SequencePair {
 public:
  explicit SequencePair(const Kernels& kernels = ActiveKernels()) : kernels_(&kernels) {}

  // Both must outlive the calls below.
  void Set(const ReferenceSequences& references, const Tokens& hypothesis);

  // The same as in SequenceMatcher, for reference r.
  uint64_t Steps(uint32_t r) const;
  uint64_t Edits(uint32_t r);
  uint64_t BlockEdits(uint32_t r);
  uint64_t CommonSubsequence(uint32_t r);
  uint64_t CommonSymbols(uint32_t r);

 private:
  // Compares the keys of reference r with those of the hypothesis. Returns a function from a
  // reference position to its mask.
  auto MasksOf(uint32_t r);

  const Kernels* kernels_;
  const ReferenceSequences* references_ = nullptr;
  const ReferenceSymbols* symbols_ = nullptr;  // null if keys are compared
  Tokens hypothesis_;
  Buffer<uint64_t> masks_;  // one mask per reference token
  MaskPrograms programs_;
  std::vector<ReferenceSymbols> own_symbols_;  // numbered for a long hypothesis only
  Buffer<uint32_t> names_;
  SequenceMatcher matcher_;
};

}  // namespace mtgauge
