// The result of splitting a text into pieces.
#pragma once

#include <cstddef>
#include <cstdint>

namespace mtgauge {

// The end of a piece of a text.
struct PieceEnd {
  uint32_t at;
  bool unknown;  // a character that is in no piece
};

// Returns the length of the UTF-8 character with this first byte; 1 if no character begins with it.
inline size_t CharacterLength(char lead) {
  constexpr uint8_t kLengths[16] = {1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 2, 2, 3, 4};
  return kLengths[static_cast<uint8_t>(lead) >> 4];
}

}  // namespace mtgauge
