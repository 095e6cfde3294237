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
  explicit Characters(const Kernels& kernels = ActiveKernels()) : kernels_(&kernels) {}

  void Set(std::string_view text, bool keep_space);
  std::span<const uint32_t> points() const { return {points_.data(), count_}; }
  uint32_t bits() const { return bits_; }  // no point has others

 private:
  // Appends the characters of `text`, one by one or in pairs.
  void Decode(std::string_view text, bool keep_space);

  const Kernels* kernels_;
  Buffer<uint32_t> points_;
  uint32_t count_ = 0, bits_ = 0;
};

// A reference made ready for any number of hypotheses. Reusable; immutable between two Set().
class CharReference {
 public:
  explicit CharReference(const NgramOptions& options) : options_(options) {}

  void Set(std::string_view text, bool keep_space);
  uint32_t length() const { return static_cast<uint32_t>(characters_.points().size()); }

 private:
  friend class CharMatcher;

  // False if there are too many characters beyond 16 bits.
  bool SetUnits();
  void ToUnits(const Characters& characters, uint16_t* units) const;
  // 16 bits for a character: itself or, beyond them, the place of a surrogate, which no text has.
  uint16_t UnitOf(uint32_t point) const {
    if (point < 0x10000) return static_cast<uint16_t>(point);
    const auto found = std::ranges::find(rare_, point);
    return found == rare_.end() ? kNoUnit : static_cast<uint16_t>(0xD800 + (found - rare_.begin()));
  }
  static constexpr uint16_t kNoUnit = 0xDFFF;  // none of the reference's
  static constexpr size_t kMaxRare = kNoUnit - 0xD800;

  NgramOptions options_;
  Characters characters_;
  bool by_table_ = false;
  std::vector<uint32_t> rare_;  // characters beyond 16 bits
  // The characters, with room to the end of a block.
  Buffer<uint16_t> units_;
  Buffer<uint8_t> bytes_;  // where each is a byte
};

// One worker's working memory; not thread-safe. Allocates nothing once it has met texts as long.
class CharMatcher {
 public:
  // Writes matches[0, max_order). Total.
  void Match(const CharReference& reference, const Characters& hypothesis, int64_t* matches);

 private:
  template <typename Kernel, typename Element>
  void MatchMasks(const CharReference& reference, Kernel masks_of, const Element* ref,
                  const Element* hyp, const Characters& hypothesis, int64_t* matches);
  void MatchTable(const CharReference& reference, std::span<const uint32_t> hypothesis,
                  int64_t* matches);
  bool TakeGrams(std::span<const uint32_t> hypothesis, uint32_t order, int64_t& matches);

  const Kernels& kernels_ = ActiveKernels();
  Buffer<uint8_t> bytes_;  // the hypothesis' characters, as the reference has its own
  Buffer<uint16_t> units_;
  Buffer<uint64_t> masks_;  // where they stand in a block of the reference
  Buffer<uint8_t> chain_;   // what goes from one block of the reference to the next
  GenerationIndex index_;   // the reference's n-grams of the current order
  Buffer<uint32_t> names_;  // of the n-gram that begins at each position of the reference
  Buffer<uint32_t> found_;  // the same of the hypothesis
  Buffer<uint32_t> left_;   // of each name: occurrences not yet matched
};

}  // namespace mtgauge
