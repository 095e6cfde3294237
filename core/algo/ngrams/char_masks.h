// Where the characters of a hypothesis stand in a reference, as masks of positions.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string_view>
#include <vector>

#include "core/base/buffer.h"
#include "core/simd/kernels.h"

namespace mtgauge {

// About where the table of n-grams catches up with AVX2's masks.
inline constexpr uint32_t kMaxBitmaskCharacters = 2048;

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

// The characters of a reference as the kernels compare them. Reusable; immutable between two Set().
class CharPositions {
 public:
  // Whether there can be masks of it: it has at most kMaxBitmaskCharacters, and not too many beyond
  // 16 bits. The characters are known in any case.
  bool Set(std::string_view text, bool keep_space);
  const Characters& characters() const { return characters_; }
  uint32_t length() const { return static_cast<uint32_t>(characters_.points().size()); }

 private:
  friend class CharMasks;

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

  Characters characters_;
  std::vector<uint32_t> rare_;  // characters beyond 16 bits
  // The characters, with room to the end of a block.
  Buffer<uint16_t> units_;
  Buffer<uint8_t> bytes_;  // where each is a byte
};

// One worker's working memory; not thread-safe. Allocates nothing once it has met texts as long.
class CharMasks {
 public:
  static constexpr uint32_t kMostWords = 4;

  explicit CharMasks(const Kernels& kernels = ActiveKernels()) : kernels_(&kernels) {}

  // There must be masks of the reference. Both must outlive the calls below.
  void Set(const CharPositions& reference, const Characters& hypothesis);
  // [words * j + w]: where character j of the hypothesis stands among the positions from
  // first + 64 * w on; up to kMostWords of them. Valid until the next call.
  const uint64_t* Of(uint32_t first, uint32_t words);

 private:
  const Kernels* kernels_;
  const CharPositions* reference_ = nullptr;
  uint32_t count_ = 0;      // of the hypothesis
  bool are_bytes_ = false;  // all characters of both
  Buffer<uint8_t> bytes_;   // the hypothesis' characters, as the reference has its own
  Buffer<uint16_t> units_;
  Buffer<uint64_t> masks_;
};

}  // namespace mtgauge
