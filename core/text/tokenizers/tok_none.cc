// Splits like str.split(), for text that is already tokenized.
#include "core/text/tokenizing/segment_cutter.h"
#include "core/text/tokenizing/stream_cutter.h"
#include "core/text/tokenizing/tokenizer.h"
#include "core/text/unicode.h"

namespace mtgauge {
namespace {

struct RulesNone {
  static constexpr ByteClasses kByteClasses = SpaceByteClasses();
  static constexpr bool kSpaceAround = false;
  static CharacterClass Classify(uint32_t code_point) {
    return IsSpace(code_point) ? CharacterClass::kWhite : CharacterClass::kOther;
  }
};

class TokenizerNone final : public Tokenizer {
 public:
  void CutSegment(std::string_view segment, uint32_t index, View& view) const override {
    CutByRules<RulesNone>(segment, index, view);
  }
  void CutStream(const char* text, uint32_t bytes, uint32_t segments, std::span<const Aside> asides,
                 View& view) const override {
    StreamCutter::CutWhitespace(*this, text, bytes, segments, asides, view);
  }
};

}  // namespace

extern const TokenizerRow kTokenizerNone = {
    "none", "none",
    "",     "splits at white space only, for text that is already tokenized",
    false,  &OnlyOne<TokenizerNone>,
};

}  // namespace mtgauge
