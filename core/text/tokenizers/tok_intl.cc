// The international tokenization of mteval-v14.pl as in sacreBLEU: uses Unicode categories.
#include "core/text/tokenizers/tok_intl.h"

#include "core/text/tokenizing/class_tables.h"
#include "core/text/tokenizing/segment_cutter.h"
#include "core/text/tokenizing/stream_cutter.h"
#include "core/text/tokenizing/tokenizer.h"
#include "core/text/unicode.h"

namespace mtgauge {
namespace {

// With the categories of kNewestUnicode.
struct NewestRulesIntl : RulesIntl {
  static CharacterClass Classify(uint32_t code_point) {
    const CharacterClass older = RulesIntl::Classify(code_point);
    return older == CharacterClass::kOther ? IntlClass(AddedCategory(code_point)) : older;
  }
};

template <typename Rules>
class TokenizerIntl final : public Tokenizer {
 public:
  void CutSegment(std::string_view segment, uint32_t index, View& view) const override {
    CutByRules<Rules>(TrimRight(segment), index, view);
  }
  void CutStream(const char* text, uint32_t bytes, uint32_t segments, std::span<const Aside> asides,
                 View& view) const override {
    StreamCutter::CutByClasses(*this, ClassTables<Rules, false>(), text, bytes, segments, asides,
                               view);
  }
};

const TokenizerRow kOlderIntl = {
    .name = "intl",
    .signature = "intl",
    .unicode = kCategoryUnicode,
    .help = "intl with Unicode 15.0, as in the Python package regex 2022.9.13 to 2023.8.8",
    .splits_unspaced_scripts = false,
    .get = &OnlyOne<TokenizerIntl<RulesIntl>>,
    .outdated = true,
};

}  // namespace

extern const TokenizerRow kTokenizerIntl = {
    .name = "intl",
    .signature = "intl",
    .unicode = kNewestUnicode,
    .help = "mteval-v14's international rules: splits off Unicode punctuation and symbols",
    .splits_unspaced_scripts = false,
    .get = &OnlyOne<TokenizerIntl<NewestRulesIntl>>,
    .older = &kOlderIntl,
};

}  // namespace mtgauge
