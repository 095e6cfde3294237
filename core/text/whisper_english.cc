// The rules of the normalizer, in their order. Regular expressions of the tool are loops here.
#include "core/text/whisper_english.h"

#include <algorithm>
#include <cstdint>
#include <iterator>
#include <vector>

#include "core/text/code_points.h"
#include "core/text/folding.h"
#include "core/text/spoken_numbers.h"
#include "core/text/unicode.h"
#include "core/text/whisper.h"

namespace mtgauge {
namespace {

using Text = std::u32string;
using TextView = std::u32string_view;

struct Spelling {
  TextView british, american;
};

#include "core/text/english_spellings.inc"

struct Replacer {
  TextView word, replacement;
};
// Where a word of these stands alone.
constexpr Replacer kWords[] = {
    {U"hmm", U""}, {U"mm", U""}, {U"mhm", U""}, {U"mmm", U""}, {U"uh", U""}, {U"um", U""},
};
constexpr Replacer kContractions[] = {
    {U"won't", U"will not"},      {U"can't", U"can not"},       {U"let's", U"let us"},
    {U"ain't", U"aint"},          {U"y'all", U"you all"},       {U"wanna", U"want to"},
    {U"kinda", U"kind of"},       {U"sorta", U"sort of"},       {U"dunno", U"do not know"},
    {U"gotta", U"got to"},        {U"gonna", U"going to"},      {U"i'ma", U"i am going to"},
    {U"imma", U"i am going to"},  {U"woulda", U"would have"},   {U"coulda", U"could have"},
    {U"shoulda", U"should have"}, {U"cause", U"because"},       {U"ma'am", U"madam"},
    {U"mr", U"mister "},          {U"mrs", U"missus "},         {U"st", U"saint "},
    {U"dr", U"doctor "},          {U"prof", U"professor "},     {U"capt", U"captain "},
    {U"gov", U"governor "},       {U"ald", U"alderman "},       {U"gen", U"general "},
    {U"sen", U"senator "},        {U"rep", U"representative "}, {U"pres", U"president "},
    {U"rev", U"reverend "},       {U"hon", U"honorable "},      {U"asst", U"assistant "},
    {U"assoc", U"associate "},    {U"lt", U"lieutenant "},      {U"col", U"colonel "},
    {U"jr", U"junior "},          {U"sr", U"senior "},          {U"esq", U"esquire "},
};
// At the end of a word.
constexpr Replacer kEndings[] = {
    {U"'d been", U" had been"},
    {U"'s been", U" has been"},
    {U"'d gone", U" had gone"},
    {U"'s gone", U" has gone"},
    {U"'d done", U" had done"},
    {U"'s got", U" has got"},
    {U"n't", U" not"},
    {U"'re", U" are"},
    {U"'s", U" is"},
    {U"'d", U" would"},
    {U"'ll", U" will"},
    {U"'t", U" not"},
    {U"'ve", U" have"},
    {U"'m", U" am"},
};

bool IsAsciiDigit(char32_t character) { return character >= U'0' && character <= U'9'; }
bool IsAsciiLower(char32_t character) { return character >= U'a' && character <= U'z'; }

// Python's \b.
bool IsBoundary(TextView text, size_t at) {
  const bool before = at > 0 && IsWordCharacter(text[at - 1]);
  const bool after = at < text.size() && IsWordCharacter(text[at]);
  return before != after;
}

// Replaces `word` where it ends at a boundary and, if `whole`, begins at one.
Text Replace(const Text& text, const Replacer& replacer, bool whole) {
  const TextView word = replacer.word;
  Text out;
  size_t copied = 0;
  for (size_t at = text.find(word); at != Text::npos;) {
    const size_t end = at + word.size();
    if (!IsBoundary(text, end) || (whole && !IsBoundary(text, at))) {
      at = text.find(word, at + 1);
      continue;
    }
    out.append(text, copied, at - copied).append(replacer.replacement);
    copied = end;
    at = text.find(word, end);
  }
  return out.append(text, copied);
}

Text WithoutSpaceBeforeApostrophes(TextView text) {
  Text out;
  for (const char32_t character : text) {
    while (character == U'\'' && !out.empty() && IsSpace(out.back())) out.pop_back();
    out += character;
  }
  return out;
}

// Removes a comma between digits. A digit between two commas joins the first only.
Text WithoutCommas(TextView text) {
  Text out;
  for (size_t i = 0; i < text.size(); ++i) {
    out += text[i];
    const bool joins = i + 2 < text.size() && DigitValue(text[i]) >= 0 && text[i + 1] == U',' &&
                       DigitValue(text[i + 2]) >= 0;
    if (joins) {
      out += text[i + 2];
      i += 2;
    }
  }
  return out;
}

// Replaces any of `symbols` by a space, together with the character after it, which stays and must
// not be a digit. At the end of the text, only if `at_end`.
Text SpaceForSymbols(TextView text, TextView symbols, bool at_end) {
  Text out;
  for (size_t i = 0; i < text.size(); ++i) {
    const bool last = i + 1 == text.size();
    const bool replaced =
        symbols.find(text[i]) != TextView::npos && (last ? at_end : !IsAsciiDigit(text[i + 1]));
    out += replaced ? U' ' : text[i];
    if (replaced && !last) out += text[++i];
  }
  return out;
}

// Replaces "%" by a space unless it follows a digit. A "%" that was just looked at as the character
// before another one stays.
Text SpaceForPercent(TextView text) {
  Text out;
  for (size_t i = 0; i < text.size(); ++i) {
    out += text[i];
    if (i + 1 < text.size() && !IsAsciiDigit(text[i]) && text[i + 1] == U'%') {
      out += U' ';
      ++i;
    }
  }
  return out;
}

std::vector<Text> Words(TextView text) {
  std::vector<Text> words;
  for (size_t i = 0; i < text.size();) {
    size_t end = i;
    while (end < text.size() && !IsSpace(text[end])) ++end;
    if (end > i) words.emplace_back(text.substr(i, end - i));
    i = end + 1;
  }
  return words;
}

Text Join(const std::vector<Text>& words) {
  Text out;
  for (const Text& word : words) {
    if (&word != words.data()) out += U' ';
    out += word;
  }
  return out;
}

// Returns the end of "and a half" at `at`, or npos.
size_t EndOfAndAHalf(TextView text, size_t at) {
  constexpr TextView kAnd = U"and", kA = U"a", kHalf = U"half";
  if (!IsBoundary(text, at)) return TextView::npos;
  for (const TextView word : {kAnd, kA, kHalf}) {
    if (word != kAnd) {
      const size_t space = at;
      while (at < text.size() && IsSpace(text[at])) ++at;
      if (at == space) return TextView::npos;
    }
    if (text.substr(at, word.size()) != word) return TextView::npos;
    at += word.size();
  }
  return IsBoundary(text, at) ? at : TextView::npos;
}

// After a number, "and a half" becomes "point five".
Text WithHalves(TextView text) {
  std::vector<Text> parts;
  const auto add = [&parts](TextView part, bool last) {
    const std::vector<Text> words = Words(part);
    if (words.empty()) return;
    parts.emplace_back(part);
    if (!last) parts.emplace_back(IsSpokenNumber(words.back()) ? U"point five" : U"and a half");
  };
  size_t begin = 0;
  for (size_t at = text.find(U"and"); at != TextView::npos;) {
    const size_t end = EndOfAndAHalf(text, at);
    if (end != TextView::npos) {
      add(text.substr(begin, at - begin), false);
      begin = end;
    }
    at = text.find(U"and", end != TextView::npos ? end : at + 1);
  }
  add(text.substr(begin), true);
  return Join(parts);
}

// Puts a space between digits and letters, but none before the suffix of a number.
Text WithSpacedNumbers(TextView text) {
  Text spaced;
  for (size_t i = 0; i < text.size(); ++i) {
    const bool boundary = i > 0 && ((IsAsciiLower(text[i - 1]) && IsAsciiDigit(text[i])) ||
                                    (IsAsciiDigit(text[i - 1]) && IsAsciiLower(text[i])));
    if (boundary) spaced += U' ';
    spaced += text[i];
  }
  constexpr TextView kSuffixes[] = {U"st", U"nd", U"rd", U"th", U"s"};
  Text out;
  for (size_t i = 0; i < spaced.size(); ++i) {
    out += spaced[i];
    if (!IsAsciiDigit(spaced[i])) continue;
    size_t at = i + 1;
    while (at < spaced.size() && IsSpace(spaced[at])) ++at;
    if (at == i + 1) continue;
    const bool suffix =
        std::any_of(std::begin(kSuffixes), std::end(kSuffixes), [&](TextView candidate) {
          return TextView(spaced).substr(at, candidate.size()) == candidate &&
                 IsBoundary(spaced, at + candidate.size());
        });
    if (suffix) i = at - 1;
  }
  return out;
}

// Returns the end of one or two digits at `at` that end at a boundary, or npos.
size_t EndOfCents(TextView text, size_t at) {
  for (const size_t digits : {size_t{2}, size_t{1}}) {
    if (text.size() - std::min(at, text.size()) < digits) continue;
    const bool all = IsAsciiDigit(text[at]) && IsAsciiDigit(text[at + digits - 1]);
    if (all && IsBoundary(text, at + digits)) return at + digits;
  }
  return TextView::npos;
}

constexpr TextView kCurrencies = U"€£$";

// "$2 and ¢7" becomes "$2.07".
Text WithCombinedCents(TextView text) {
  Text out;
  for (size_t i = 0; i < text.size();) {
    size_t at = i + 1;
    while (at < text.size() && IsAsciiDigit(text[at])) ++at;
    const size_t integer = at;
    bool money = kCurrencies.find(text[i]) != TextView::npos && integer > i + 1 &&
                 text.substr(at, 1) == U" ";
    if (money) at += text.substr(at, 5) == U" and " ? 5 : 1;
    money = money && text.substr(at, 1) == U"¢";
    const size_t end = money ? EndOfCents(text, at + 1) : TextView::npos;
    if (end == TextView::npos) {
      out += text[i++];
      continue;
    }
    out.append(text.substr(i, integer - i)).append(1, U'.');
    if (end - at == 2) out += U'0';
    out.append(text.substr(at + 1, end - at - 1));
    i = end;
  }
  return out;
}

// "$0.07" becomes "¢7". The point stands for any character.
Text WithExtractedCents(TextView text) {
  Text out;
  for (size_t i = 0; i < text.size();) {
    const bool money = text.size() - i >= 4 && kCurrencies.find(text[i]) != TextView::npos &&
                       text[i + 1] == U'0' && text[i + 2] != U'\n';
    const size_t end = money ? EndOfCents(text, i + 3) : TextView::npos;
    if (end == TextView::npos) {
      out += text[i++];
      continue;
    }
    out += U'¢';
    if (end - i == 5 && text[i + 3] != U'0') out += text[i + 3];
    out += text[end - 1];
    i = end;
  }
  return out;
}

// "1" and "1s" become "one" and "ones".
Text WithOnes(TextView text) {
  Text out;
  for (size_t i = 0; i < text.size(); ++i) {
    const size_t end = i + (text.substr(i, 2) == U"1s" ? 2 : 1);
    const bool one = text[i] == U'1' && IsBoundary(text, i) && IsBoundary(text, end);
    out += one ? TextView(U"one") : text.substr(i, 1);
  }
  return out;
}

TextView AmericanSpelling(const Text& word) {
  const Spelling* const found =
      std::lower_bound(std::begin(kSpellings), std::end(kSpellings), word,
                       [](const Spelling& row, const Text& key) { return row.british < key; });
  return found != std::end(kSpellings) && found->british == word ? found->american : word;
}

}  // namespace

bool AppendWhisperEnglish(std::string_view text, std::string& out) {
  Text english = CodePointsOf(text);
  for (const Replacer& word : kWords) english = Replace(english, word, true);
  english = WithoutSpaceBeforeApostrophes(english);
  for (const Replacer& word : kContractions) english = Replace(english, word, true);
  for (const Replacer& ending : kEndings) english = Replace(english, ending, false);
  english = SpaceForSymbols(WithoutCommas(english), U".", true);
  std::string encoded, plain;
  AppendCodePoints(english, encoded);
  AppendWithoutDiacritics(encoded, U".%$¢€£", plain);
  english = WithSpacedNumbers(WithHalves(CodePointsOf(plain)));
  std::vector<Text> words;
  if (!ReadSpokenNumbers(Words(english), words)) return false;
  english = WithOnes(WithExtractedCents(WithCombinedCents(Join(words))));
  words = Words(english);
  for (Text& word : words) word = AmericanSpelling(word);
  english = SpaceForPercent(SpaceForSymbols(Join(words), U".$¢€£", false));
  encoded.clear();
  AppendCodePoints(english, encoded);
  AppendWithSingleSpaces(encoded, out);
  return true;
}

}  // namespace mtgauge
