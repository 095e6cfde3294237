// sacreBLEU's Chinese tokenizer: every Chinese character is a token; 13a's rules for the rest.
#include "core/text/tokenizing/class_tables.h"
#include "core/text/tokenizing/segment_cutter.h"
#include "core/text/tokenizing/stream_cutter.h"
#include "core/text/tokenizing/tokenizer.h"
#include "core/text/unicode.h"

namespace mtgauge {
namespace {

struct RulesZh {
  static constexpr ByteClasses kByteClasses = DecodeBeyondAscii(MtevalByteClasses());
  static constexpr bool kSpaceAround = false;
  static CharacterClass Classify(uint32_t code_point) {
    const uint8_t properties = CharacterProperties(code_point);
    if ((properties & kPropertySpace) != 0) return CharacterClass::kWhite;
    if ((properties & kPropertyZh) != 0) return CharacterClass::kSingle;
    return CharacterClass::kOther;
  }
};

class TokenizerZh final : public Tokenizer {
 public:
  void CutSegment(std::string_view segment, uint32_t index, View& view) const override {
    CutByRules<RulesZh>(Trim(segment), index, view);
  }
  void CutStream(const char* text, uint32_t bytes, uint32_t segments, std::span<const Aside> asides,
                 View& view) const override {
    StreamCutter::CutByClasses(*this, ClassTables<RulesZh, true>(), text, bytes, segments, asides,
                               view);
  }
};

}  // namespace

extern const TokenizerRow kTokenizerZh = {
    "zh", "zh",
    "",   "every Chinese character is a token, the rest as in 13a",
    true, &OnlyOne<TokenizerZh>,
    "",   "",
    true,
};

}  // namespace mtgauge
