// The classes of a tokenizer's Rules (segment_cutter.h) in tables, as Kernels::cut_classes wants
// them.
#pragma once

#include <algorithm>
#include <cstdint>
#include <span>

#include "core/simd/kernels.h"
#include "core/text/tokenizer/segment_cutter.h"

namespace mtgauge {

constexpr uint8_t ToCutClass(CharacterClass value) {
  switch (value) {
    case CharacterClass::kWhite:
      return kCutWhite;
    case CharacterClass::kSingle:
      return kCutSingle;
    case CharacterClass::kPoint:
      return kCutPoint;
    case CharacterClass::kDigit:
      return kCutDigit;
    case CharacterClass::kHyphen:
      return kCutHyphen;
    default:
      return 0;
  }
}

// The class that all have, or kCutUndecided.
inline uint8_t ClassOfAll(std::span<const uint8_t> classes) {
  const bool alike = std::ranges::all_of(classes, [&](uint8_t c) { return c == classes[0]; });
  return alike ? classes[0] : uint8_t{kCutUndecided};
}

template <typename Rules>
void FillClassTables(CutRules& tables) {
  constexpr ByteClasses kClasses = Rules::kByteClasses;
  for (uint32_t point = 0; point < 0x80; ++point) {
    tables.of_byte[point] = ToCutClass(kClasses[point]);
  }
  tables.of_byte[0] = kCutSpecial;
  tables.of_byte[0x0A] |= kCutLf;
  for (uint32_t point = 0x80; point < 0x10000; ++point) {
    tables.of_bmp[point] = ToCutClass(Rules::Classify(point));
  }
  std::fill_n(tables.of_bmp + 0xD800, 0x800, kCutSpecial);
  for (uint32_t pair = 0; pair < 1024; ++pair) {
    const bool overlong = pair < 0x800 / 64;
    tables.of_pair[pair] =
        overlong ? uint8_t{kCutSpecial} : ClassOfAll({tables.of_bmp + 64 * pair, 64});
  }
  std::fill_n(tables.of_byte + 0x80, 0x40, 0);
  std::fill_n(tables.of_byte + 0xC0, 0x40, kCutSpecial);
  for (uint32_t lead = 0xC2; lead < 0xE0; ++lead) {
    tables.of_byte[lead] = ClassOfAll({tables.of_bmp + 64 * (lead & 0x1F), 64});
  }
  for (uint32_t lead = 0xE0; lead < 0xF0; ++lead) {
    tables.of_byte[lead] = ClassOfAll({tables.of_pair + 64 * (lead & 0xF), 64});
    if (tables.of_byte[lead] != kCutUndecided) continue;
    tables.lead[tables.leads++] = static_cast<uint8_t>(lead);
  }
  std::fill_n(tables.of_byte + 0xF0, 5, kCutUndecided);
  tables.of_astral = [](uint32_t point) { return ToCutClass(Rules::Classify(point)); };
  tables.has_points = std::ranges::find(kClasses, CharacterClass::kPoint) != kClasses.end();
}

// Made at the first use.
template <typename Rules, bool kTrimsLeft>
const CutRules& ClassTables() {
  static_assert(!Rules::kSpaceAround);
  static const CutRules tables = [] {
    CutRules made{};
    FillClassTables<Rules>(made);
    made.trims_left = kTrimsLeft;
    return made;
  }();
  return tables;
}

}  // namespace mtgauge
