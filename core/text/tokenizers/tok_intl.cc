// The international tokenization of mteval-v14.pl as in sacreBLEU: uses Unicode categories.
#include "core/text/tokenizers/tok_intl.h"

#include "core/text/tokenizer/class_tables.h"
#include "core/text/tokenizer/segment_cutter.h"
#include "core/text/tokenizer/stream_cutter.h"
#include "core/text/tokenizer/tokenizer.h"
#include "core/text/unicode.h"

namespace mtgauge {
namespace {

class TokenizerIntl final : public Tokenizer {
 public:
  void CutSegment(std::string_view segment, uint32_t index, View& view) const override {
    CutByRules<RulesIntl>(TrimRight(segment), index, view);
  }
  void CutStream(const char* text, uint32_t bytes, uint32_t segments, std::span<const Aside> asides,
                 View& view) const override {
    StreamCutter::CutByClasses(*this, ClassTables<RulesIntl, false>(), text, bytes, segments,
                               asides, view);
  }
};

}  // namespace

extern const TokenizerRow kTokenizerIntl = {
    "intl",
    "intl",
    kCategoryUnicode,
    "mteval-v14's international rules: splits off Unicode punctuation and symbols",
    false,
    []() -> const Tokenizer& {
      static const TokenizerIntl tokenizer;
      return tokenizer;
    },
};

}  // namespace mtgauge
