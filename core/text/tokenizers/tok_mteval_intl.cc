// mteval-v13a.pl --international-tokenization, with and without its lowercasing.
//
// sacreBLEU's intl uses the same expressions, with three differences: mteval decodes entities and
// deletes "<skipped>"; it does not trim first; and Perl's \s excludes U+001C to U+001F. Perl's lc
// lowercases characters one by one, so no sigma is final.
//
// mteval-v13a also joins words hyphenated at a U+2028, but its SGML has none at that point: all
// white space became U+0020 before. v14 does not join them. So a U+2028 is white space here.
//
// mteval has the Unicode version of its Perl: 14.0 for Perl 5.36. Here, characters that later
// versions added as punctuation, symbols or numbers already count as such.
#include <string>
#include <string_view>

#include "core/text/tokenizers/tok_intl.h"
#include "core/text/tokenizing/mteval_rewrite.h"
#include "core/text/tokenizing/segment_cutter.h"
#include "core/text/tokenizing/tokenizer.h"
#include "core/text/unicode.h"
#include "core/text/utf8.h"

namespace mtgauge {
namespace {

constexpr ByteClasses PerlIntlByteClasses() {
  ByteClasses classes = IntlByteClasses();
  SetClass(classes, kNoPerlSpaces, CharacterClass::kOther);
  return classes;
}

struct PerlIntlRules : RulesIntl {
  static constexpr ByteClasses kByteClasses = PerlIntlByteClasses();
};

bool NeedsRewriting(std::string_view text) {
  return text.find('&') != text.npos || text.find("<skipped>") != text.npos;
}

void DecodeEntities(std::string& text) {
  static constexpr std::string_view kEntities[][2] = {
      {"&quot;", "\""}, {"&amp;", "&"}, {"&lt;", "<"}, {"&gt;", ">"}, {"&apos;", "'"}};
  for (const auto& [from, to] : kEntities) {
    text.resize(ReplaceAll(text.data(), text.size(), from, to));
  }
}

std::string Rewritten(std::string_view segment) {
  std::string text(segment);
  text.resize(ReplaceAll(text.data(), text.size(), "<skipped>", ""));
  DecodeEntities(text);
  return text;
}

std::string Lowered(std::string_view text) {
  std::string lowered;
  for (size_t at = 0; at < text.size();) {
    const uint32_t length = DecodeAt(text, at).length;
    AppendLowercase(text.substr(at, length), lowered);
    at += length;
  }
  return lowered;
}

class TokenizerMtevalIntl final : public Tokenizer {
 public:
  explicit TokenizerMtevalIntl(bool lowercase) : lowercase_(lowercase) {}

  void CutSegment(std::string_view segment, uint32_t index, View& view) const override {
    if (!lowercase_ && !NeedsRewriting(segment)) {
      return CutByRules<PerlIntlRules>(segment, index, view);
    }
    std::string text = Rewritten(segment);
    if (lowercase_) text = Lowered(text);
    CutByRules<PerlIntlRules>({view.Keep(text), text.size()}, index, view);
  }

 private:
  bool lowercase_;
};

}  // namespace

extern const TokenizerRow kTokenizerMtevalIntl = {
    "mteval-intl",
    "mteval-intl",
    kCategoryUnicode,
    "mteval-v13a's international mode: intl with entities decoded (Perl 5.36 has Unicode 14.0)",
    false,
    &OnlyOne<TokenizerMtevalIntl, false>,
    "mteval-intl-lc",
};

extern const TokenizerRow kTokenizerMtevalIntlLowercase = {
    "mteval-intl-lc",
    "mteval-intl-lc",
    kCategoryUnicode,
    "mteval-intl, lower-cased after entities are decoded",
    false,
    &OnlyOne<TokenizerMtevalIntl, true>,
};

}  // namespace mtgauge
