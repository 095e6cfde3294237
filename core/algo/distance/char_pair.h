// A hypothesis and its references as sequences of characters, with one space between tokens.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "core/algo/distance/mask_programs.h"
#include "core/algo/distance/point_masks.h"
#include "core/algo/ngrams/char_masks.h"
#include "core/base/buffer.h"
#include "core/simd/kernels.h"
#include "core/text/view.h"

namespace mtgauge {

// The references of a segment. Immutable between calls of Set(): several threads may read it.
class CharReferences {
 public:
  void Set(std::span<const SegmentView> references);

  uint32_t count() const { return count_; }
  uint32_t length(uint32_t r) const {
    return static_cast<uint32_t>(characters_[r].points().size());
  }

 private:
  friend class CharPair;

  uint32_t count_ = 0;
  std::vector<Characters> characters_;  // at least one per reference
  Buffer<char> text_;
};

// Compares a hypothesis with references. One worker's working memory; not thread-safe.
class CharPair {
 public:
  explicit CharPair(const Kernels& kernels = ActiveKernels())
      : kernels_(&kernels), hypothesis_(kernels) {}

  // The references must outlive the calls below.
  void Set(const CharReferences& references, const Tokens& hypothesis);

  // The characters of the hypothesis.
  uint32_t hyp_length() const { return static_cast<uint32_t>(hypothesis_.points().size()); }
  // The same as in SequenceMatcher, for reference r.
  uint64_t Steps(uint32_t r) const;
  uint64_t Edits(uint32_t r);

 private:
  using Points = std::span<const uint32_t>;

  bool ToBytes(Points columns, Points rows);
  // Returns nothing if the distance is too great for a band. ToBytes() must have returned true.
  std::optional<uint64_t> EditsInBand(uint32_t columns, uint32_t rows);
  uint64_t EditsByMasks(Points columns, Points rows);

  const Kernels* kernels_;
  const CharReferences* references_ = nullptr;
  Characters hypothesis_;
  Buffer<char> text_;      // characters of the hypothesis
  Buffer<uint8_t> bytes_;  // for the kernel: the longer text, with room on both sides, the other
  uint32_t share_ = 128;   // how many of 256 characters were edited in recent texts
  PointMasks masks_;
  Buffer<EditChanges> changes_;  // at a block's end, by row
};

}  // namespace mtgauge
