// mteval-v13a.pl --international-tokenization, with and without its lowercasing.
//
// sacreBLEU's intl uses the same expressions, with three differences: mteval decodes entities,
// deletes "<skipped>" and joins words hyphenated at a U+2028 (v14 keeps these hyphens); it does not
// trim first; and Perl's \s excludes U+001C to U+001F. Perl's lc lowercases characters one by one,
// so no sigma is final.
//
// mteval has the Unicode version of its Perl: 14.0 for Perl 5.36. Here, characters that later
// versions added as punctuation, symbols or numbers already count as such.
#include <string>
#include <string_view>

#include "core/text/tokenizer/mteval_rewrite.h"
#include "core/text/tokenizer/segment_cutter.h"
#include "core/text/tokenizer/tokenizer.h"
#include "core/text/tokenizers/tok_intl.h"
#include "core/text/unicode.h"
#include "core/text/utf8.h"

namespace mtgauge {
namespace {

constexpr std::string_view kLineSeparator = "\u2028";

constexpr ByteClasses PerlIntlByteClasses() {
  ByteClasses classes = IntlByteClasses();
  SetClass(classes, kNoPerlSpaces, CharacterClass::kOther);
  return classes;
}

struct PerlIntlRules : RulesIntl {
  static constexpr ByteClasses kByteClasses = PerlIntlByteClasses();
};

bool NeedsRewriting(std::string_view text) {
  return text.find('&') != text.npos || text.find("<skipped>") != text.npos ||
         text.find(kLineSeparator) != text.npos;
}

// Perl's \p{Hyphen}.
bool EndsInHyphen(std::string_view text, size_t& bytes) {
  constexpr std::string_view kHyphens[] = {"-",      "\u00AD", "\u058A", "\u1806",
                                           "\u2010", "\u2011", "\u2E17", "\u30FB",
                                           "\uFE63", "\uFF0D", "\uFF65"};
  for (const std::string_view hyphen : kHyphens) {
    bytes = hyphen.size();
    if (text.ends_with(hyphen)) return true;
  }
  return false;
}

// Removes line separators and a hyphen before them; without a hyphen, they become spaces.
std::string JoinLines(std::string_view text) {
  std::string joined;
  size_t found = text.find(kLineSeparator);
  for (; found != text.npos; found = text.find(kLineSeparator)) {
    const std::string_view line = text.substr(0, found);
    size_t hyphen = 0;
    const bool hyphenated = EndsInHyphen(line, hyphen);
    joined += hyphenated ? line.substr(0, found - hyphen) : line;
    if (!hyphenated) joined += ' ';
    text.remove_prefix(found + kLineSeparator.size());
  }
  return joined.append(text);
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
  text = JoinLines(text);
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

template <bool kLowercase>
const Tokenizer& Get() {
  static const TokenizerMtevalIntl tokenizer(kLowercase);
  return tokenizer;
}

}  // namespace

extern const TokenizerRow kTokenizerMtevalIntl = {
    "mteval-intl",
    "mteval-intl",
    kCategoryUnicode,
    "mteval-v13a's international mode: intl with entities decoded (Perl 5.36 has Unicode 14.0)",
    false,
    &Get<false>,
    "mteval-intl-lc",
};

extern const TokenizerRow kTokenizerMtevalIntlLowercase = {
    "mteval-intl-lc",
    "mteval-intl-lc",
    kCategoryUnicode,
    "mteval-intl, lower-cased after entities are decoded",
    false,
    &Get<true>,
};

}  // namespace mtgauge
