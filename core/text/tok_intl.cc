// The international tokenization of mteval-v14.pl as sacreBLEU has it: Unicode categories.
#include "core/text/segment_cutter.h"
#include "core/text/tokenizer.h"
#include "core/text/unicode.h"

namespace mtgauge {
namespace {

constexpr ByteClasses IntlByteClasses() {
  ByteClasses classes = SpaceByteClasses();
  SetClass(classes, "!\"#%&'()*,-./:;?@[\\]_{}", CharacterClass::kPoint);
  SetClass(classes, "$+<=>^`|~", CharacterClass::kSingle);
  SetClass(classes, "0123456789", CharacterClass::kDigit);
  return DecodeBeyondAscii(classes);
}

struct RulesIntl {
  static constexpr ByteClasses kByteClasses = IntlByteClasses();
  static constexpr bool kSpaceAround = false;
  static CharacterClass Classify(uint32_t code_point) {
    const uint8_t properties = CharacterProperties(code_point);
    if ((properties & kPropertyPunctuation) != 0) return CharacterClass::kPoint;
    if ((properties & kPropertySymbol) != 0) return CharacterClass::kSingle;
    if ((properties & kPropertyNumber) != 0) return CharacterClass::kDigit;
    if ((properties & kPropertySpace) != 0) return CharacterClass::kWhite;
    return CharacterClass::kOther;
  }
};

class TokenizerIntl final : public Tokenizer {
 public:
  void CutSegment(std::string_view segment, uint32_t index, View& view) const override {
    CutByRules<RulesIntl>(TrimRight(segment), index, view);
  }
};

}  // namespace

extern const TokenizerRow kTokenizerIntl = {
    "intl",
    "intl",
    kCategoryUnicode,
    "mteval-v14's international tokenization: splits Unicode punctuation and symbols",
    false,
    []() -> const Tokenizer& {
      static const TokenizerIntl tokenizer;
      return tokenizer;
    },
};

}  // namespace mtgauge
