// What cutting a text yields.
#pragma once

#include <cstddef>
#include <cstdint>

namespace mtgauge {

// Where a piece of a text ends.
struct PieceEnd {
  uint32_t at;
  bool unknown;  // a character that no piece has
};

// Bytes of the character of UTF-8 that begins so; 1 for a byte that begins none.
inline size_t CharacterLength(char lead) {
  constexpr uint8_t kLengths[16] = {1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 2, 2, 3, 4};
  return kLengths[static_cast<uint8_t>(lead) >> 4];
}

}  // namespace mtgauge
