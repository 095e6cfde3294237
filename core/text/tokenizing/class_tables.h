// Builds the tables for Kernels::cut_classes from a tokenizer's Rules (segment_cutter.h).
#pragma once

#include <algorithm>
#include <cassert>
#include <cstdint>
#include <iterator>
#include <span>

#include "core/simd/kernels.h"
#include "core/text/tokenizing/segment_cutter.h"

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

// Returns the class that all elements have, or kCutUndecided if they differ.
inline uint8_t ClassOfAll(std::span<const uint8_t> classes) {
  const bool alike = std::ranges::all_of(classes, [&](uint8_t c) { return c == classes[0]; });
  return alike ? classes[0] : uint8_t{kCutUndecided};
}

// Fills the sets of bytes from of_byte and of_bmp.
inline void FillByteSets(CutRules& tables) {
  const auto add = [](uint8_t* set, uint32_t byte) {
    set[byte % 16] = static_cast<uint8_t>(set[byte % 16] | 1U << (byte / 16 % 8));
  };
  for (uint32_t byte = 0; byte < 0x80; ++byte) {
    for (uint32_t i = 0; i < std::size(tables.of_ascii); ++i) {
      if ((tables.of_byte[byte] >> i & 1) != 0) add(tables.of_ascii[i], byte);
    }
  }
  add(tables.barred, 0);
  uint32_t others = 0;
  for (uint32_t second = 0x80; second < 0xC0; ++second) {
    if (tables.of_bmp[0xC0 | (second & 0x3F)] == 0) continue;
    if (others < std::size(tables.latin_other)) {
      tables.latin_other[others] = static_cast<uint8_t>(second);
    }
    ++others;
  }
  for (uint32_t byte = 0xC0; byte < 0x100; ++byte) {
    const bool latin = byte == 0xC3 && others <= std::size(tables.latin_other);
    if (tables.of_byte[byte] != 0 && !latin) add(tables.barred, byte);
  }
}

// Adds the bit `row` for `lead`, the first byte of three. `of_lead` contains the classes, indexed
// by the low 6 bits of the second byte.
inline void AddRow(uint32_t lead, uint32_t row, const uint8_t* of_lead, CutRules& tables) {
  tables.row[lead & 0x3F] = static_cast<uint8_t>(row);
  for (uint32_t second = 0; second < 64; ++second) {
    if (of_lead[second] == 0) continue;
    const int i = of_lead[second] == kCutSingle ? 0 : 1;
    tables.of_row[i][second] = static_cast<uint8_t>(tables.of_row[i][second] | row);
  }
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
  uint8_t of_pair[1024];  // indexed by the first two bytes of three
  for (uint32_t pair = 0; pair < 1024; ++pair) {
    const bool overlong = pair < 0x800 / 64;
    of_pair[pair] = overlong ? uint8_t{kCutSpecial} : ClassOfAll({tables.of_bmp + 64 * pair, 64});
  }
  std::fill_n(tables.of_byte + 0x80, 0x40, 0);
  std::fill_n(tables.of_byte + 0xC0, 0x40, kCutSpecial);
  for (uint32_t lead = 0xC2; lead < 0xE0; ++lead) {
    tables.of_byte[lead] = ClassOfAll({tables.of_bmp + 64 * (lead & 0x1F), 64});
  }
  uint32_t rows = 0;
  for (uint32_t lead = 0xE0; lead < 0xF0; ++lead) {
    const uint8_t* const of_lead = of_pair + 64 * (lead & 0xF);
    tables.of_byte[lead] = ClassOfAll({of_lead, 64});
    if (tables.of_byte[lead] == kCutUndecided) AddRow(lead, 1U << rows++, of_lead, tables);
  }
  assert(rows <= 8);
  std::fill_n(tables.of_byte + 0xF0, 5, kCutUndecided);
  for (const uint32_t point : {0x2000U, 0x3000U, 0xFF00U, 0xFF40U}) {  // quotes, CJK, full-width
    if (of_pair[point >> 6] != kCutUndecided) continue;
    uint8_t* const pair = tables.often_pair[tables.often_pairs++];
    pair[0] = static_cast<uint8_t>(0xE0 | point >> 12);
    pair[1] = static_cast<uint8_t>(0x80 | (point >> 6 & 0x3F));
  }
  tables.of_astral = [](uint32_t point) { return ToCutClass(Rules::Classify(point)); };
  FillByteSets(tables);
  tables.has_points = std::ranges::find(kClasses, CharacterClass::kPoint) != kClasses.end();
}

// Returns the tables, built on first use. Set kByCharacter if all classes are white or single.
template <typename Rules, bool kTrimsLeft, bool kByCharacter = false>
const CutRules& ClassTables() {
  static_assert(!Rules::kSpaceAround);
  static const CutRules tables = [] {
    CutRules made{};
    FillClassTables<Rules>(made);
    made.trims_left = kTrimsLeft;
    made.by_character = kByCharacter;
    return made;
  }();
  return tables;
}

}  // namespace mtgauge
