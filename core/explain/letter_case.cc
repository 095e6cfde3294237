// Ranges of code points from Unicode 14.0, like the other tables of case.
#include "core/explain/letter_case.h"

#include <algorithm>
#include <iterator>

#include "core/text/unicode.h"

namespace mtgauge {
namespace {

struct Range {
  uint32_t first, last;
};

// Letters in title case (Lt).
constexpr Range kTitleLetters[] = {
    {0x1C5, 0x1C5},   {0x1C8, 0x1C8},   {0x1CB, 0x1CB},   {0x1F2, 0x1F2},   {0x1F88, 0x1F8F},
    {0x1F98, 0x1F9F}, {0x1FA8, 0x1FAF}, {0x1FBC, 0x1FBC}, {0x1FCC, 0x1FCC}, {0x1FFC, 0x1FFC},
};

// Lower case, although case-ignorable: modifier letters with the property Lowercase.
constexpr Range kLowerModifiers[] = {
    {0x2B0, 0x2B8},     {0x2C0, 0x2C1},     {0x2E0, 0x2E4},     {0x345, 0x345},
    {0x37A, 0x37A},     {0x1D2C, 0x1D6A},   {0x1D78, 0x1D78},   {0x1D9B, 0x1DBF},
    {0x2071, 0x2071},   {0x207F, 0x207F},   {0x2090, 0x209C},   {0x2C7C, 0x2C7D},
    {0xA69C, 0xA69D},   {0xA770, 0xA770},   {0xA7F8, 0xA7F9},   {0xAB5C, 0xAB5F},
    {0x10780, 0x10780}, {0x10783, 0x10785}, {0x10787, 0x107B0}, {0x107B2, 0x107BA},
};

// Upper case without a lower-case form: mathematical letters, and letters in circles and squares.
constexpr Range kUpperAlone[] = {
    {0x3D2, 0x3D4},     {0x2102, 0x2102},   {0x2107, 0x2107},   {0x210B, 0x210D},
    {0x2110, 0x2112},   {0x2115, 0x2115},   {0x2119, 0x211D},   {0x2124, 0x2124},
    {0x2128, 0x2128},   {0x212C, 0x212D},   {0x2130, 0x2131},   {0x2133, 0x2133},
    {0x213E, 0x213F},   {0x2145, 0x2145},   {0x1D400, 0x1D419}, {0x1D434, 0x1D44D},
    {0x1D468, 0x1D481}, {0x1D49C, 0x1D49C}, {0x1D49E, 0x1D49F}, {0x1D4A2, 0x1D4A2},
    {0x1D4A5, 0x1D4A6}, {0x1D4A9, 0x1D4AC}, {0x1D4AE, 0x1D4B5}, {0x1D4D0, 0x1D4E9},
    {0x1D504, 0x1D505}, {0x1D507, 0x1D50A}, {0x1D50D, 0x1D514}, {0x1D516, 0x1D51C},
    {0x1D538, 0x1D539}, {0x1D53B, 0x1D53E}, {0x1D540, 0x1D544}, {0x1D546, 0x1D546},
    {0x1D54A, 0x1D550}, {0x1D56C, 0x1D585}, {0x1D5A0, 0x1D5B9}, {0x1D5D4, 0x1D5ED},
    {0x1D608, 0x1D621}, {0x1D63C, 0x1D655}, {0x1D670, 0x1D689}, {0x1D6A8, 0x1D6C0},
    {0x1D6E2, 0x1D6FA}, {0x1D71C, 0x1D734}, {0x1D756, 0x1D76E}, {0x1D790, 0x1D7A8},
    {0x1D7CA, 0x1D7CA}, {0x1F130, 0x1F149}, {0x1F150, 0x1F169}, {0x1F170, 0x1F189},
};

template <size_t n>
bool Holds(const Range (&ranges)[n], uint32_t code_point) {
  const auto after =
      std::upper_bound(std::begin(ranges), std::end(ranges), code_point,
                       [](uint32_t value, const Range& range) { return value < range.first; });
  return after != std::begin(ranges) && code_point <= (after - 1)->last;
}

}  // namespace

LetterCase CaseOfLetter(uint32_t code_point) {
  const uint8_t properties = CharacterProperties(code_point);
  if (code_point < 0x80) {
    if ((properties & kPropertyCased) == 0) return LetterCase::kNone;
    return (properties & kPropertyUpper) != 0 ? LetterCase::kUpper : LetterCase::kLower;
  }
  if (Holds(kTitleLetters, code_point)) return LetterCase::kTitle;
  if ((properties & kPropertyUpper) != 0 || Holds(kUpperAlone, code_point)) {
    return LetterCase::kUpper;
  }
  const bool lower = (properties & kPropertyCased) != 0 || Holds(kLowerModifiers, code_point);
  return lower ? LetterCase::kLower : LetterCase::kNone;
}

}  // namespace mtgauge
