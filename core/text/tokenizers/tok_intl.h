// The expressions of mteval's international tokenization, which sacreBLEU's intl shares.
#pragma once

#include "core/text/tokenizing/segment_cutter.h"
#include "core/text/unicode.h"

namespace mtgauge {

constexpr ByteClasses IntlByteClasses() {
  ByteClasses classes = SpaceByteClasses();
  SetClass(classes, "!\"#%&'()*,-./:;?@[\\]_{}", CharacterClass::kPoint);
  SetClass(classes, "$+<=>^`|~", CharacterClass::kSingle);
  SetClass(classes, "0123456789", CharacterClass::kDigit);
  return DecodeBeyondAscii(classes);
}

inline CharacterClass IntlClass(uint8_t properties) {
  if ((properties & kPropertyPunctuation) != 0) return CharacterClass::kPoint;
  if ((properties & kPropertySymbol) != 0) return CharacterClass::kSingle;
  if ((properties & kPropertyNumber) != 0) return CharacterClass::kDigit;
  if ((properties & kPropertySpace) != 0) return CharacterClass::kWhite;
  return CharacterClass::kOther;
}

// With the categories of kCategoryUnicode. White space is Python's.
struct RulesIntl {
  static constexpr ByteClasses kByteClasses = IntlByteClasses();
  static constexpr bool kSpaceAround = false;
  static CharacterClass Classify(uint32_t code_point) {
    return IntlClass(CharacterProperties(code_point));
  }
};

}  // namespace mtgauge
