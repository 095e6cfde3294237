// Splits factored tokens and compares the spelling of their words with a text.
#include "core/text/factors.h"

#include <algorithm>
#include <array>
#include <cstddef>

#include "core/text/unicode.h"
#include "core/text/utf8.h"

namespace mtgauge {
namespace {

constexpr size_t kFactors = 7;

// The rest of a text, after leading white space.
class Letters {
 public:
  explicit Letters(std::string_view text) : text_(text) { SkipSpaces(); }

  bool at_end() const { return at_ == text_.size(); }
  std::string_view Letter() const {
    return at_end() ? std::string_view() : text_.substr(at_, DecodeAt(text_, at_).length);
  }
  void Take(size_t bytes) {
    at_ += bytes;
    SkipSpaces();
  }

 private:
  void SkipSpaces() {
    while (!at_end()) {
      const CodePoint c = DecodeAt(text_, at_);
      if (!IsSpace(c.value)) return;
      at_ += c.length;
    }
  }

  std::string_view text_;
  size_t at_ = 0;
};

// Consumes the letters of a word from the beginning of `text`. Returns false if they differ.
bool TakeWord(std::string_view word, Letters& text) {
  while (!word.empty()) {
    const std::string_view letter = text.Letter();
    if (!letter.empty() && word.starts_with(letter)) {
      word.remove_prefix(letter.size());
      text.Take(letter.size());
    } else if (letter == "|" && word.starts_with(kEscapedBar)) {
      word.remove_prefix(kEscapedBar.size());
      text.Take(letter.size());
    } else if (word.front() == '_') {
      word.remove_prefix(1);
    } else {
      return false;
    }
  }
  return true;
}

}  // namespace

bool HasRoles(std::string_view token) {
  return std::count(token.begin(), token.end(), '|') >= static_cast<ptrdiff_t>(kFactors - 1);
}

Factors SplitFactors(std::string_view token) {
  constexpr std::string_view kAsTheWord = "=";
  std::array<std::string_view, kFactors> factors;
  size_t begin = 0, count = 0;
  for (; count < kFactors && begin <= token.size(); ++count) {
    const size_t end = std::min(token.find('|', begin), token.size());
    factors[count] = token.substr(begin, end - begin);
    begin = end + 1;
  }
  Factors out = {factors[0], factors[1],   factors[2], factors[3],
                 factors[4], std::nullopt, factors[6]};
  if (out.lemma.empty()) out.lemma = out.word;
  const bool spelled = count + 1 >= kFactors && !(count == kFactors && factors[5] == kAsTheWord);
  if (spelled) out.spelling = factors[5];
  return out;
}

bool Spell(std::string_view annotated, std::string_view text) {
  Letters letters(text);
  size_t at = 0;
  while (at < annotated.size()) {
    const size_t begin = at;
    CodePoint c = DecodeAt(annotated, at);
    while (!IsSpace(c.value)) {
      at += c.length;
      if (at == annotated.size()) break;
      c = DecodeAt(annotated, at);
    }
    const Factors factors = SplitFactors(annotated.substr(begin, at - begin));
    if (!TakeWord(factors.spelling.value_or(factors.word), letters)) return false;
    if (at < annotated.size()) at += c.length;
  }
  return letters.at_end();
}

}  // namespace mtgauge
