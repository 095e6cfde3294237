// Every character that is not white space is a token.
#include "core/text/tokenizing/class_tables.h"
#include "core/text/tokenizing/segment_cutter.h"
#include "core/text/tokenizing/stream_cutter.h"
#include "core/text/tokenizing/tokenizer.h"
#include "core/text/unicode.h"

namespace mtgauge {
namespace {

constexpr ByteClasses CharByteClasses() {
  ByteClasses classes = SpaceByteClasses();
  for (CharacterClass& value : classes) {
    if (value == CharacterClass::kOther) value = CharacterClass::kSingle;
  }
  return DecodeBeyondAscii(classes);
}

struct RulesChar {
  static constexpr ByteClasses kByteClasses = CharByteClasses();
  static constexpr bool kSpaceAround = false;
  static CharacterClass Classify(uint32_t code_point) {
    return IsSpace(code_point) ? CharacterClass::kWhite : CharacterClass::kSingle;
  }
};

class TokenizerChar final : public Tokenizer {
 public:
  void CutSegment(std::string_view segment, uint32_t index, View& view) const override {
    CutByRules<RulesChar>(segment, index, view);
  }
  void CutStream(const char* text, uint32_t bytes, uint32_t segments, std::span<const Aside> asides,
                 View& view) const override {
    StreamCutter::CutByClasses(*this, ClassTables<RulesChar, false, true>(), text, bytes, segments,
                               asides, view);
  }
};

}  // namespace

extern const TokenizerRow kTokenizerChar = {
    "char", "char",
    "",     "every character is a token, except white space",
    true,   &OnlyOne<TokenizerChar>,
};

}  // namespace mtgauge
