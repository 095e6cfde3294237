// Tables for instruction sets that look bytes up by nibbles, and move bytes by a table of indices.
// Everything here has internal linkage on purpose (see kernels.h).
#pragma once

#include <cstdint>

namespace mtgauge::simd {

// A set of bytes as the union of at most eight rectangles (some high nibbles x some low nibbles).
// Bit r of low[l] & high[h] is set if byte h * 16 + l is in rectangle r.
struct Rectangles {
  uint8_t low[16];
  uint8_t high[16];
};

static constexpr void AddRectangle(Rectangles& set, int bit, uint32_t high_nibbles,
                                   uint32_t low_nibbles) {
  for (int nibble = 0; nibble < 16; ++nibble) {
    if ((low_nibbles >> nibble & 1) != 0) set.low[nibble] |= static_cast<uint8_t>(1 << bit);
    if ((high_nibbles >> nibble & 1) != 0) set.high[nibble] |= static_cast<uint8_t>(1 << bit);
  }
}

// Bits 0 to 2: kSpaceByte; bits 3 to 7: kPunctByte.
static constexpr Rectangles MakeSpacesAndPunct() {
  Rectangles set{};
  AddRectangle(set, 0, 1 << 0, 0x3E00);           // 09 to 0D
  AddRectangle(set, 1, 1 << 1, 0xF000);           // 1C to 1F
  AddRectangle(set, 2, 1 << 2, 0x0001);           // 20
  AddRectangle(set, 3, 1 << 2, 0x8F7E);           // 21 to 26, 28 to 2B, 2F
  AddRectangle(set, 4, 1 << 3, 0xFC00);           // 3A to 3F
  AddRectangle(set, 5, 1 << 4 | 1 << 6, 0x0001);  // 40, 60
  AddRectangle(set, 6, 1 << 5, 0xF800);           // 5B to 5F
  AddRectangle(set, 7, 1 << 7, 0x7800);           // 7B to 7E
  return set;
}
static constexpr Rectangles kSpacesAndPunct = MakeSpacesAndPunct();
static constexpr int kAllSpaces = 0x07;

// Bits 0 to 3: kSuspectByte; bit 4: '&'; then kPeriodByte, kHyphenByte, kDigitByte.
static constexpr Rectangles MakeOthers() {
  Rectangles set{};
  AddRectangle(set, 0, 1 << 0x0, 1 << 0x0);
  AddRectangle(set, 1, 1 << 0xC, 1 << 0x2);
  AddRectangle(set, 2, 1 << 0xE, 0x000E);
  AddRectangle(set, 3, 1 << 0xF, 1 << 0xF);
  AddRectangle(set, 4, 1 << 0x2, 1 << 0x6);
  AddRectangle(set, 5, 1 << 0x2, 1 << 0xC | 1 << 0xE);
  AddRectangle(set, 6, 1 << 0x2, 1 << 0xD);
  AddRectangle(set, 7, 1 << 0x3, 0x03FF);
  return set;
}
static constexpr Rectangles kOthers = MakeOthers();
static constexpr int kSuspects = 0x0F;
static constexpr int kSuspectsAndAmpersand = 0x1F;

// kPositions.of[bits]: the positions of the set bits of a byte, lowest first.
struct PositionTable {
  uint8_t of[256][8];
};
static constexpr PositionTable MakePositions() {
  PositionTable table{};
  for (int bits = 0; bits < 256; ++bits) {
    int count = 0;
    for (int i = 0; i < 8; ++i) {
      if ((bits >> i & 1) != 0) table.of[bits][count++] = static_cast<uint8_t>(i);
    }
  }
  return table;
}
static constexpr PositionTable kPositions = MakePositions();

}  // namespace mtgauge::simd
