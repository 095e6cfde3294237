// Clipped matches of character n-grams of a hypothesis against one reference:
//
//   matches[n-1] = sum over distinct n-grams of min(count in the hypothesis, count in the
//   reference)
//
// Two engines with equal results. `bitmask` works on position masks of the reference (references of
// at most kMaxBitmaskCharacters, orders up to 8); `table` names the n-grams of one order after the
// other and counts them: any length, any order.
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string_view>
#include <vector>

#include "core/algo/ngrams/ngram_match.h"
#include "core/algo/ngrams/ngram_table.h"
#include "core/base/buffer.h"
#include "core/simd/kernels.h"

namespace mtgauge {

// About where the table catches up with AVX2's masks.
inline constexpr uint32_t kMaxBitmaskCharacters = 2048;
inline constexpr uint32_t kMaxBitmaskOrder = 8;

// The code points of a text; a byte that is not part of well-formed UTF-8 is one by itself. Reuses
// its memory.
class Characters {
 public:
  void Set(std::string_view text, bool keep_space);
  std::span<const uint32_t> points() const { return {points_.data(), count_}; }

 private:
  Buffer<uint32_t> points_;
  uint32_t count_ = 0;
};

// A map from code points to small numbers, 0 for those not entered. Pages of 256, made on demand
// and kept; memory follows the highest code point.
class CharacterIndex {
 public:
  uint16_t Find(uint32_t point) const { return pages_[PageOf(point)][point & 0xFF]; }
  uint16_t& At(uint32_t point) {
    if (PageOf(point) == 0) AddPage(point);
    return pages_[PageOf(point)][point & 0xFF];
  }

 private:
  uint16_t PageOf(uint32_t point) const {
    return page_of_[std::min<size_t>(point >> 8, page_of_.size() - 1)];
  }
  void AddPage(uint32_t point);

  std::vector<uint16_t> page_of_ = {0};                  // the last is of all that follow: none
  std::vector<std::array<uint16_t, 256>> pages_ = {{}};  // the first stays empty
};

// A reference made ready for any number of hypotheses. Reusable; immutable between two Set().
class CharReference {
 public:
  explicit CharReference(const NgramOptions& options) : options_(options) {}

  void Set(std::string_view text, bool keep_space);
  uint32_t length() const { return static_cast<uint32_t>(characters_.points().size()); }

 private:
  friend class CharMatcher;

  void SetMasks();

  NgramOptions options_;
  Characters characters_;
  bool by_table_ = false;
  // Every distinct character has a row, from 1 on; row 0 is of all others. Bit b of
  // masks_[(block * rows_ + row) * 2 + w]: it stands at position 128 * block + 64 * w + b.
  CharacterIndex row_of_;
  uint32_t rows_ = 1;
  Buffer<uint32_t> distinct_;  // the character of each row
  Buffer<uint16_t> row_at_;    // of each position
  Buffer<uint64_t> masks_;
};

// One worker's working memory; not thread-safe. Allocates nothing once it has met texts as long.
class CharMatcher {
 public:
  // Writes matches[0, max_order). Total.
  void Match(const CharReference& reference, const Characters& hypothesis, int64_t* matches);

 private:
  void MatchMasks(const CharReference& reference, std::span<const uint32_t> hypothesis,
                  int64_t* matches);
  void MatchTable(const CharReference& reference, std::span<const uint32_t> hypothesis,
                  int64_t* matches);
  bool TakeGrams(std::span<const uint32_t> hypothesis, uint32_t order, int64_t& matches);

  const Kernels& kernels_ = ActiveKernels();
  Buffer<uint16_t> rows_;   // of the hypothesis' characters
  Buffer<uint8_t> chain_;   // what goes from one block of the reference to the next
  GenerationIndex index_;   // the reference's n-grams of the current order
  Buffer<uint32_t> names_;  // of the n-gram that begins at each position of the reference
  Buffer<uint32_t> found_;  // the same of the hypothesis
  Buffer<uint32_t> left_;   // of each name: occurrences not yet matched
};

}  // namespace mtgauge
