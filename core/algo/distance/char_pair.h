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

// The characters of a text: as bytes if each is below U+0100, else as code points.
class CharText {
 public:
  explicit CharText(const Kernels& kernels = ActiveKernels()) : characters_(kernels) {}

  void Set(const Tokens& tokens);

  uint32_t size() const { return size_; }
  bool are_bytes() const { return are_bytes_; }
  std::span<const uint8_t> bytes() const { return {bytes_.data(), size_}; }
  // Returns the code points, in `memory` if they are bytes.
  Points InPoints(Buffer<uint32_t>& memory) const;

 private:
  uint32_t size_ = 0;
  bool are_bytes_ = true;
  Buffer<char> text_;
  Characters characters_;
  Buffer<uint8_t> bytes_;
};

// The references of a segment. Immutable between calls of Set(): several threads may read it.
class CharReferences {
 public:
  void Set(std::span<const SegmentView> references);

  uint32_t count() const { return count_; }
  uint32_t length(uint32_t r) const { return texts_[r].size(); }

 private:
  friend class CharPair;

  uint32_t count_ = 0;
  std::vector<CharText> texts_;  // at least one per reference
};

// Compares a hypothesis with references. One worker's working memory; not thread-safe.
class CharPair {
 public:
  explicit CharPair(const Kernels& kernels = ActiveKernels())
      : kernels_(&kernels), hypothesis_(kernels) {}

  // The references must outlive the calls below.
  void Set(const CharReferences& references, const Tokens& hypothesis) {
    references_ = &references;
    hypothesis_.Set(hypothesis);
  }

  // The characters of the hypothesis.
  uint32_t hyp_length() const { return hypothesis_.size(); }
  // The same as in SequenceMatcher, for reference r.
  uint64_t Steps(uint32_t r) const;
  uint64_t Edits(uint32_t r);

 private:
  using Bytes = std::span<const uint8_t>;

  std::optional<uint64_t> EditsOfBytes(Bytes a, Bytes b);
  std::optional<uint64_t> EditsInBand(Bytes columns, Bytes rows);
  std::optional<uint64_t> EditsOfNumbers(Points reference, Points hypothesis);
  uint64_t EditsByMasks(Points columns, Points rows);

  const Kernels* kernels_;
  const CharReferences* references_ = nullptr;
  CharText hypothesis_;
  Buffer<uint8_t> columns_;  // the longer text, with room on both sides
  uint32_t share_ = 128;     // how many of 256 characters were edited in recent texts
  PointNumbers numbers_;
  Buffer<uint8_t> numbered_;    // both texts
  Buffer<uint32_t> points_[2];  // of texts that are bytes
  PointMasks masks_;
  Buffer<EditChanges> changes_;  // at a block's end, by row
};

}  // namespace mtgauge
