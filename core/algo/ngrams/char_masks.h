// Position masks that say where the characters of a hypothesis occur in a reference.
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

// The approximate length from which the n-gram table is as fast as AVX2 masks.
inline constexpr uint32_t kMaxBitmaskCharacters = 2048;

// The code points of a text. A byte that is not part of well-formed UTF-8 is a code point by
// itself. Reuses its memory.
class Characters {
 public:
  explicit Characters(const Kernels& kernels = ActiveKernels()) : kernels_(&kernels) {}

  void Set(std::string_view text, bool keep_space);
  std::span<const uint32_t> points() const { return {points_.data(), count_}; }
  uint32_t bits() const { return bits_; }  // a superset of the bits set in any code point

 private:
  // Appends the characters of `text` by scalar code.
  void Decode(std::string_view text, bool keep_space);

  const Kernels* kernels_;
  Buffer<uint32_t> points_;
  uint32_t count_ = 0, bits_ = 0;
};

// The characters of a reference in the form that kernels compare. Reusable; immutable between calls
// of Set().
class CharPositions {
 public:
  // Returns true if masks are possible: the text has at most kMaxBitmaskCharacters characters, and
  // not too many distinct ones beyond 16 bits. characters() is set in any case.
  bool Set(std::string_view text, bool keep_space);
  const Characters& characters() const { return characters_; }
  uint32_t length() const { return static_cast<uint32_t>(characters_.points().size()); }

 private:
  friend class CharMasks;

  bool SetUnits();
  void ToUnits(const Characters& characters, uint16_t* units) const;
  // Returns 16 bits for a character: itself if it fits, or else a surrogate code, which never
  // occurs in a text.
  uint16_t UnitOf(uint32_t point) const {
    if (point < 0x10000) return static_cast<uint16_t>(point);
    const auto found = std::ranges::find(rare_, point);
    return found == rare_.end() ? kNoUnit : static_cast<uint16_t>(0xD800 + (found - rare_.begin()));
  }
  static constexpr uint16_t kNoUnit = 0xDFFF;  // not in the reference
  static constexpr size_t kMaxRare = kNoUnit - 0xD800;

  Characters characters_;
  std::vector<uint32_t> rare_;  // characters beyond 16 bits
  // The characters, with room up to the end of a block.
  Buffer<uint16_t> units_;
  Buffer<uint8_t> bytes_;  // if each fits in a byte
};

// One worker's working memory; not thread-safe. Allocates only for texts longer than any before.
class CharMasks {
 public:
  static constexpr uint32_t kMostWords = 4;

  explicit CharMasks(const Kernels& kernels = ActiveKernels()) : kernels_(&kernels) {}

  // reference.Set() must have returned true. Both arguments must outlive the calls of Of().
  void Set(const CharPositions& reference, const Characters& hypothesis);
  // Returns masks: bit i of [words * j + w] is set if character j of the hypothesis is at position
  // first + 64 * w + i of the reference. `words` is at most kMostWords. Valid until the next call.
  const uint64_t* Of(uint32_t first, uint32_t words);

 private:
  const Kernels* kernels_;
  const CharPositions* reference_ = nullptr;
  uint32_t count_ = 0;      // characters in the hypothesis
  bool are_bytes_ = false;  // all characters of both texts fit in a byte
  Buffer<uint8_t> bytes_;   // the hypothesis' characters, in the form used for the reference
  Buffer<uint16_t> units_;
  Buffer<uint64_t> masks_;
};

}  // namespace mtgauge
