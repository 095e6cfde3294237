// The table of tokenizers, and the default way to cut a stream.
#include "core/text/tokenizing/tokenizer.h"

#include <fmt/format.h>

#include <array>

#include "core/base/named.h"

namespace mtgauge {

// One line per tokenizer; a concrete tokenizer has no header.
extern const TokenizerRow kTokenizer13a;
extern const TokenizerRow kTokenizerIntl;
extern const TokenizerRow kTokenizerZh;
extern const TokenizerRow kTokenizerChar;
extern const TokenizerRow kTokenizerNone;
extern const TokenizerRow kTokenizerAscii;
extern const TokenizerRow kTokenizerAsciiLowercase;
extern const TokenizerRow kTokenizerMteval;
extern const TokenizerRow kTokenizerMtevalLowercase;
extern const TokenizerRow kTokenizerMtevalIntl;
extern const TokenizerRow kTokenizerMtevalIntlLowercase;
extern const TokenizerRow kTokenizerRouge;
extern const TokenizerRow kTokenizerRouge155;
extern const TokenizerRow kTokenizerUnicodeWords;
extern const TokenizerRow kTokenizerUnicodeCharacters;

std::span<const TokenizerRow> Tokenizers() {
  static const std::array rows = {kTokenizer13a,
                                  kTokenizerIntl,
                                  kTokenizerZh,
                                  kTokenizerChar,
                                  kTokenizerNone,
                                  kTokenizerAscii,
                                  kTokenizerAsciiLowercase,
                                  kTokenizerMteval,
                                  kTokenizerMtevalLowercase,
                                  kTokenizerMtevalIntl,
                                  kTokenizerMtevalIntlLowercase,
                                  kTokenizerRouge,
                                  kTokenizerRouge155,
                                  kTokenizerUnicodeWords,
                                  kTokenizerUnicodeCharacters};
  return rows;
}

const TokenizerRow* FindTokenizer(std::string_view name) { return RowNamed(Tokenizers(), name); }

std::string_view TokenizerForLanguage(std::string_view target_language) {
  if (target_language == "zh") return "zh";
  if (target_language == "ja") return "ja-mecab";
  if (target_language == "ko") return "ko-mecab";
  return "13a";
}

Status RefusalError(const ErrorPlace& place, Refusal refusal, std::string_view tokenizer) {
  ErrorPlace of_option = place;
  of_option.option = "tokenize";
  const bool too_long = refusal == Refusal::kTooLong;
  return InputError(
      of_option,
      fmt::format(
          "the segment {} {}",
          too_long ? "is too long for the tokenizer" : "has a control symbol of the tokenizer",
          tokenizer),
      fmt::format("{} it, or choose another by `tokenize`", too_long ? "split" : "remove"));
}

void Tokenizer::CutStream(const char* text, uint32_t bytes, uint32_t segments,
                          std::span<const Aside> asides, View& view) const {
  view.Reset(text, bytes, segments);
  view.FindLines();
  const uint32_t* const line_end = view.line_end();
  uint32_t start = 0;
  for (uint32_t i = 0; i < segments; ++i) {
    std::string_view segment(text + start, line_end[i] - start);
    if (!asides.empty() && asides.front().segment == i) {
      const std::string& aside = asides.front().text;
      segment = {view.Keep(aside), aside.size()};  // padded, as the text of tokens must be
      view.SetAside(i, segment);
      asides = asides.subspan(1);
    }
    CutSegment(segment, i, view);
    start = line_end[i] + 1;
  }
}

}  // namespace mtgauge
