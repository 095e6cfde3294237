// The tokenizers as their reference tools implement them: one substitution after another over a
// string of code points, then a split. Slow and plain; the product's tokenizers are compared with
// these. (mteval-v13a.pl and mteval-v14.pl, as sacreBLEU's tokenizer_13a, _re, _zh, _intl, _char,
// _none.)
#pragma once

#include <functional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "core/text/unicode.h"
#include "core/text/utf8.h"
#include "tests/oracle/naive_unicode.h"

namespace mtgauge::oracle {

using CodePoints = std::u32string;  // an undecodable byte is kInvalidByte + byte
using Predicate = std::function<bool(char32_t)>;

inline CodePoints Decode(std::string_view text) {
  CodePoints out;
  for (size_t at = 0; at < text.size();) {
    const CodePoint code_point = DecodeAt(text, at);
    out += static_cast<char32_t>(code_point.value);
    at += code_point.length;
  }
  return out;
}

inline std::string Encode(const CodePoints& text) {
  std::string out;
  for (const char32_t c : text) {
    if (c >= kInvalidByte) {
      out += static_cast<char>(c - kInvalidByte);
    } else {
      AppendUtf8(c, out);
    }
  }
  return out;
}

inline bool White(char32_t c) {
  return (c >= 0x9 && c <= 0xD) || (c >= 0x1C && c <= 0x20) || c == 0x85 || c == 0xA0 ||
         c == 0x1680 || (c >= 0x2000 && c <= 0x200A) || c == 0x2028 || c == 0x2029 || c == 0x202F ||
         c == 0x205F || c == 0x3000;
}
inline bool Digit(char32_t c) { return c >= '0' && c <= '9'; }
inline bool PeriodOrComma(char32_t c) { return c == '.' || c == ','; }
inline bool Hyphen(char32_t c) { return c == '-'; }
inline Predicate Not(Predicate test) {
  return [test = std::move(test)](char32_t c) { return !test(c); };
}

inline CodePoints RightStripped(CodePoints text) {
  while (!text.empty() && White(text.back())) text.pop_back();
  return text;
}

// Perl's \s on decoded text.
inline bool PerlWhite(char32_t c) { return White(c) && !(c >= 0x1C && c <= 0x1F); }

inline std::vector<std::string> Split(const CodePoints& text, const Predicate& white = White) {
  std::vector<std::string> tokens;
  CodePoints token;
  for (const char32_t c : text + U" ") {
    if (!white(c)) {
      token += c;
    } else if (!token.empty()) {
      tokens.push_back(Encode(std::exchange(token, {})));
    }
  }
  return tokens;
}

inline CodePoints Replace(const CodePoints& text, const CodePoints& from, const CodePoints& to) {
  CodePoints out;
  for (size_t at = 0; at < text.size();) {
    const bool here = text.compare(at, from.size(), from) == 0;
    out += here ? to : text.substr(at, 1);
    at += here ? from.size() : 1;
  }
  return out;
}

// s/([single])/ $1 /g
inline CodePoints SpaceAround(const CodePoints& text, const Predicate& single) {
  CodePoints out;
  for (const char32_t c : text) {
    out += single(c) ? CodePoints{U' ', c, U' '} : CodePoints{c};
  }
  return out;
}

// s/([first])([second])/.../g with the given spaces before, between and after.
inline CodePoints SpacePairs(const CodePoints& text, const Predicate& first,
                             const Predicate& second, const CodePoints& before,
                             const CodePoints& behind) {
  CodePoints out;
  for (size_t at = 0; at < text.size();) {
    if (at + 1 < text.size() && first(text[at]) && second(text[at + 1])) {
      out += before + text[at] + U' ' + text[at + 1] + behind;
      at += 2;
    } else {
      out += text[at++];
    }
  }
  return out;
}

// Returns true for the reference tools' ASCII punctuation.
inline bool AsciiMark(char32_t c) {
  return (c >= '{' && c <= '~') || (c >= '[' && c <= '`') || (c >= ' ' && c <= '&') ||
         (c >= '(' && c <= '+') || (c >= ':' && c <= '@') || c == '/';
}

// The tools' three expressions about periods, commas and hyphens next to digits.
inline CodePoints SpaceBesideDigits(CodePoints text) {
  text = SpacePairs(text, Not(Digit), PeriodOrComma, U"", U" ");
  text = SpacePairs(text, PeriodOrComma, Not(Digit), U" ", U"");
  return SpacePairs(text, Digit, Hyphen, U"", U" ");
}

// TokenizerRegexp: the four expressions that 13a and zh share.
inline CodePoints MtevalExpressions(const CodePoints& text) {
  return SpaceBesideDigits(SpaceAround(text, AsciiMark));
}

inline CodePoints WithoutEntities(CodePoints text) {
  text = Replace(text, U"&quot;", U"\"");
  text = Replace(text, U"&amp;", U"&");
  text = Replace(text, U"&lt;", U"<");
  text = Replace(text, U"&gt;", U">");
  // Rewriting works on bytes, so it can join the halves of a broken character. There is no
  // reference for this case, since the tools reject invalid UTF-8.
  return Decode(Encode(text));
}

// The steps of 13a, mteval and tercom before the expressions.
inline CodePoints MtevalRewriting(CodePoints text) {
  text = Replace(text, U"<skipped>", U"");
  text = Replace(text, U"-\n", U"");
  text = Replace(text, U"\n", U" ");
  return WithoutEntities(text);
}

inline std::vector<std::string> Cut13a(std::string_view segment) {
  const CodePoints text = MtevalRewriting(RightStripped(Decode(segment)));
  return Split(MtevalExpressions(U" " + text + U" "));
}

// NormalizeText() of mteval-v13a.pl without --international-tokenization, then split(/\s+/).
inline std::vector<std::string> CutMteval(std::string_view segment) {
  return Split(MtevalExpressions(U" " + MtevalRewriting(Decode(segment)) + U" "), PerlWhite);
}
inline std::vector<std::string> CutMtevalLowercase(std::string_view segment) {
  CodePoints text = MtevalRewriting(Decode(segment));
  for (char32_t& c : text) c += c >= U'A' && c <= U'Z' ? U'a' - U'A' : 0;
  return Split(MtevalExpressions(U" " + text + U" "), PerlWhite);
}

// Perl's split() and lc() of bytes, as multi-bleu.perl calls them.
inline std::vector<std::string> CutAscii(std::string_view segment) {
  return Split(Decode(segment), [](char32_t c) { return (c >= 0x9 && c <= 0xD) || c == 0x20; });
}
inline std::vector<std::string> CutAsciiLowercase(std::string_view segment) {
  std::string text(segment);
  for (char& c : text) c = c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c;
  return CutAscii(text);
}
// Google's rouge_score: lower(), then runs of a to z and 0 to 9.
inline std::vector<std::string> CutRouge(std::string_view segment) {
  std::u32string lower;
  for (const char32_t c : Decode(segment)) {
    lower += c >= 'A' && c <= 'Z' ? c + 32 : c == 0x212A ? U'k' : c == 0x130 ? U'i' : c;
    if (c == 0x130) lower += char32_t{0x307};
  }
  return Split(lower,
               [](char32_t c) { return !(c >= 'a' && c <= 'z') && !(c >= '0' && c <= '9'); });
}
// ROUGE-1.5.5: the same, but only A to Z are lowered.
inline std::vector<std::string> CutRouge155(std::string_view segment) {
  CodePoints text = Decode(segment);
  for (char32_t& c : text) {
    if (c == 0x212A || c == 0x130) c = ' ';
  }
  return CutRouge(Encode(text));
}

inline std::vector<std::string> CutZh(std::string_view segment) {
  CodePoints text = RightStripped(Decode(segment));
  while (!text.empty() && White(text.front())) text.erase(0, 1);
  const auto is_zh = [](char32_t c) {
    constexpr std::pair<char32_t, char32_t> kRanges[] = {
        {0x2001, 0x2A6D}, {0x2E80, 0x2FDF}, {0x2FF0, 0x303F}, {0x3100, 0x312F}, {0x31A0, 0x31EF},
        {0x3200, 0x4DB5}, {0x4E00, 0x9FBB}, {0xF900, 0xFA2D}, {0xFA30, 0xFA6A}, {0xFA70, 0xFAD9},
        {0xFE10, 0xFE1F}, {0xFE30, 0xFE4F}, {0xFF00, 0xFFEF}};
    for (const auto& range : kRanges) {
      if (c >= range.first && c <= range.second) return true;
    }
    return false;
  };
  return Split(MtevalExpressions(SpaceAround(text, is_zh)));
}

// With the categories of the newest Unicode.
inline bool IsNewest(char32_t c, uint8_t property) {
  return ((CharacterProperties(c) | AddedCategory(c)) & property) != 0;
}
inline std::vector<std::string> CutIntl(std::string_view segment) {
  const auto is_punctuation = [](char32_t c) { return IsNewest(c, kPropertyPunctuation); };
  const auto is_number = [](char32_t c) { return IsNewest(c, kPropertyNumber); };
  const auto is_symbol = [](char32_t c) { return IsNewest(c, kPropertySymbol); };
  CodePoints text = RightStripped(Decode(segment));
  text = SpacePairs(text, Not(is_number), is_punctuation, U"", U" ");
  text = SpacePairs(text, is_punctuation, Not(is_number), U" ", U"");
  return Split(SpaceAround(text, is_symbol));
}

// NormalizeText() of mteval-v13a.pl with --international-tokenization, then split(/\s+/).
inline CodePoints MtevalIntlRewriting(CodePoints text) {
  text = Replace(text, U"<skipped>", U"");
  text = Replace(text, U"\u2028", U" ");
  text = Replace(text, U"&quot;", U"\"");
  text = Replace(text, U"&amp;", U"&");
  text = Replace(text, U"&lt;", U"<");
  text = Replace(text, U"&gt;", U">");
  text = Replace(text, U"&apos;", U"'");
  return Decode(Encode(text));
}
inline std::vector<std::string> CutMtevalIntlText(CodePoints text) {
  text = SpacePairs(text, Not(IsNumber), IsPunctuation, U"", U" ");
  text = SpacePairs(text, IsPunctuation, Not(IsNumber), U" ", U"");
  return Split(SpaceAround(text, IsSymbol), PerlWhite);
}
inline std::vector<std::string> CutMtevalIntl(std::string_view segment) {
  return CutMtevalIntlText(MtevalIntlRewriting(Decode(segment)));
}
// Perl's lc() has no final sigma: each character is lowered by itself.
inline std::vector<std::string> CutMtevalIntlLowercase(std::string_view segment) {
  std::string lowered;
  for (const char32_t c : MtevalIntlRewriting(Decode(segment))) {
    AppendLowercase(Encode(CodePoints(1, c)), lowered);
  }
  return CutMtevalIntlText(Decode(lowered));
}

inline std::vector<std::string> CutChar(std::string_view segment) {
  return Split(SpaceAround(Decode(segment), [](char32_t) { return true; }));
}

inline std::vector<std::string> CutNone(std::string_view segment) { return Split(Decode(segment)); }

// Returns the oracle of the tokenizer called `name`, or nullptr.
using NaiveTokenizer = std::vector<std::string> (*)(std::string_view segment);
inline NaiveTokenizer FindNaiveTokenizer(std::string_view name) {
  constexpr std::pair<std::string_view, NaiveTokenizer> kTable[] = {
      {"13a", Cut13a},
      {"zh", CutZh},
      {"intl", CutIntl},
      {"char", CutChar},
      {"none", CutNone},
      {"ascii", CutAscii},
      {"ascii-lc", CutAsciiLowercase},
      {"mteval", CutMteval},
      {"mteval-lc", CutMtevalLowercase},
      {"mteval-intl", CutMtevalIntl},
      {"mteval-intl-lc", CutMtevalIntlLowercase},
      {"rouge", CutRouge},
      {"rouge155", CutRouge155},
      {"unicode-v1", CutUnicodeWords},
      {"character-v1", CutUnicodeCharacters}};
  for (const auto& row : kTable) {
    if (row.first == name) return row.second;
  }
  return nullptr;
}

// Chinese and Japanese punctuation according to tercom and sacreBLEU's reimplementation of it.
inline bool AsianMark(char32_t c) {
  const auto in = [c](char32_t low, char32_t high) { return c >= low && c <= high; };
  return in(0x3001, 0x3002) || in(0x3008, 0x3011) || in(0x3014, 0x301F) || in(0xFF61, 0xFF65) ||
         c == 0x30FB;
}
inline bool WideMark(char32_t c) {
  return std::u32string_view(U"\uFF0E\uFF0C\uFF1F\uFF1A\uFF1B\uFF01\uFF02\uFF08\uFF09").find(c) !=
         std::u32string_view::npos;
}
// Punctuation that both remove on request.
inline bool TercomPunctuation(char32_t c, bool asian) {
  return std::u32string_view(U".,?:;!\"()").find(c) != std::u32string_view::npos ||
         (asian && (AsianMark(c) || WideMark(c)));
}

}  // namespace mtgauge::oracle
