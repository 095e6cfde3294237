// The tokenizer of mteval-v13a.pl as in sacreBLEU: WMT's default.
#include <string_view>

#include "core/text/tokenizing/mteval_rewrite.h"
#include "core/text/tokenizing/segment_cutter.h"
#include "core/text/tokenizing/stream_cutter.h"
#include "core/text/tokenizing/tokenizer.h"
#include "core/text/unicode.h"

namespace mtgauge {
namespace {

struct Rules13a {
  static constexpr ByteClasses kByteClasses = MtevalByteClasses();
  static constexpr bool kSpaceAround = true;
  static CharacterClass Classify(uint32_t code_point) {
    return IsSpace(code_point) ? CharacterClass::kWhite : CharacterClass::kOther;
  }
};

class Tokenizer13a final : public Tokenizer {
 public:
  void CutSegment(std::string_view segment, uint32_t index, View& view) const override {
    std::string_view text = TrimRight(segment);
    if (NeedsMtevalRewriting(text)) {
      char* const rewritten = view.Keep(text);
      text = {rewritten, RewriteAsMteval(rewritten, text.size())};
    }
    CutByRules<Rules13a>(text, index, view);
  }
  void CutStream(const char* text, uint32_t bytes, uint32_t segments, std::span<const Aside> asides,
                 View& view) const override {
    StreamCutter::Cut13a(*this, text, bytes, segments, asides, view);
  }
};

}  // namespace

extern const TokenizerRow kTokenizer13a = {
    "13a",
    "13a",
    "",
    "sacreBLEU's and WMT's default: mteval-v13a's rules; decodes four entities, splits off ASCII "
    "punctuation",
    false,
    &OnlyOne<Tokenizer13a>,
};

}  // namespace mtgauge
