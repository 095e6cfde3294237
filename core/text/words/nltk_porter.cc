// Porter (1980), "An algorithm for suffix stripping", with NLTK's changes, and with those of
// ROUGE-1.5.5. The steps have Porter's names.
#include "core/text/words/nltk_porter.h"

#include <cstddef>
#include <span>
#include <utility>

#include "core/text/utf8.h"

namespace mtgauge {
namespace {

using PorterLetters = std::u32string;  // code points; kInvalidByte + byte for undecodable bytes
using PorterView = std::u32string_view;

bool IsOneOf(char32_t letter, std::u32string_view letters) {
  return letters.find(letter) != PorterView::npos;
}

// The vowels are a, e, i, o, u, and y after a consonant.
bool IsConsonant(char32_t letter, bool first, bool behind_consonant) {
  if (letter == U'y') return first || !behind_consonant;
  return !IsOneOf(letter, U"aeiou");
}

bool IsConsonantAt(PorterView word, size_t at) {
  size_t run = at;
  while (run > 0 && word[run] == U'y') --run;
  bool consonant = IsConsonant(word[run], true, false);
  while (run < at) consonant = IsConsonant(word[++run], false, consonant);
  return consonant;
}

// Returns Porter's m: how often a consonant follows a vowel.
size_t Measure(PorterView stem) {
  size_t measure = 0;
  bool before = true;
  for (size_t i = 0; i < stem.size(); ++i) {
    const bool consonant = IsConsonant(stem[i], i == 0, before);
    if (i > 0 && consonant && !before) ++measure;
    before = consonant;
  }
  return measure;
}

bool HasVowel(PorterView stem) {
  bool consonant = true;
  for (size_t i = 0; i < stem.size() && consonant; ++i) {
    consonant = IsConsonant(stem[i], i == 0, consonant);
  }
  return !consonant;
}

bool EndsInDoubleConsonant(PorterView word) {
  const size_t size = word.size();
  return size >= 2 && word[size - 1] == word[size - 2] && IsConsonantAt(word, size - 1);
}

// Consonant, vowel, consonant other than w, x, y at the end; or only a vowel and a consonant.
bool EndsInCvc(PorterView word) {
  const size_t size = word.size();
  if (size < 2 || IsConsonantAt(word, size - 2) || !IsConsonantAt(word, size - 1)) return false;
  return size == 2 || (IsConsonantAt(word, size - 3) && !IsOneOf(word.back(), U"wxy"));
}

struct Rule {
  PorterView suffix, replacement;
};

constexpr Rule kStep1a[] = {{U"sses", U"ss"}, {U"ies", U"i"}, {U"ss", U"ss"}, {U"s", U""}};
constexpr Rule kStep1bE[] = {{U"at", U"ate"}, {U"bl", U"ble"}, {U"iz", U"ize"}};
constexpr Rule kStep2[] = {
    {U"ational", U"ate"}, {U"tional", U"tion"}, {U"enci", U"ence"},   {U"anci", U"ance"},
    {U"izer", U"ize"},    {U"bli", U"ble"},     {U"alli", U"al"},     {U"entli", U"ent"},
    {U"eli", U"e"},       {U"ousli", U"ous"},   {U"ization", U"ize"}, {U"ation", U"ate"},
    {U"ator", U"ate"},    {U"alism", U"al"},    {U"iveness", U"ive"}, {U"fulness", U"ful"},
    {U"ousness", U"ous"}, {U"aliti", U"al"},    {U"iviti", U"ive"},   {U"biliti", U"ble"},
    {U"logi", U"log"},    {U"fulli", U"ful"}};  // the last one is NLTK's
constexpr Rule kStep3[] = {{U"icate", U"ic"}, {U"ative", U""}, {U"alize", U"al"}, {U"iciti", U"ic"},
                           {U"ical", U"ic"},  {U"ful", U""},   {U"ness", U""}};
constexpr size_t kApart = 3;  // rules at the end that ROUGE-1.5.5 applies on their own
constexpr Rule kStep4[] = {{U"al", U""},   {U"ance", U""}, {U"ence", U""}, {U"er", U""},
                           {U"ic", U""},   {U"able", U""}, {U"ible", U""}, {U"ant", U""},
                           {U"ou", U""},   {U"ism", U""},  {U"ate", U""},  {U"iti", U""},
                           {U"ous", U""},  {U"ive", U""},  {U"ize", U""},  {U"ement", U""},
                           {U"ment", U""}, {U"ent", U""},  {U"ion", U""}};

// Applies the first rule whose suffix `word` has, if holds(rule, text before the suffix) is true;
// tries no other rule. Returns whether there was such a rule.
template <typename Holds>
bool Apply(std::span<const Rule> rules, PorterLetters& word, const Holds& holds) {
  for (const Rule& rule : rules) {
    if (word.back() != rule.suffix.back() || !word.ends_with(rule.suffix)) continue;
    const size_t left = word.size() - rule.suffix.size();
    if (holds(rule, PorterView(word).substr(0, left))) {
      word.resize(left);
      word += rule.replacement;
    }
    return true;
  }
  return false;
}

bool Always(const Rule&, PorterView) { return true; }

void Replace(PorterLetters& word, PorterView suffix, PorterView replacement) {
  word.resize(word.size() - suffix.size());
  word += replacement;
}

// Strips plurals. NLTK turns "dies" into "die", but "flies" into "fli".
void Step1a(PorterLetters& word) {
  if (word.size() == 4 && word.ends_with(U"ies")) return Replace(word, U"ies", U"ie");
  Apply(kStep1a, word, &Always);
}

// Repairs a stem after -ed or -ing was removed.
void MendStem(PorterLetters& stem) {
  if (Apply(kStep1bE, stem, &Always)) return;
  // NLTK names the rule for double consonants "*d" and also matches this name as a suffix.
  if (EndsInDoubleConsonant(stem) || stem.ends_with(U"*d")) {
    const char32_t last = stem.back();
    if (IsOneOf(last, U"lsz")) return;
    stem.resize(stem.size() - 2);
    stem += last;
  } else if (Measure(stem) == 1 && EndsInCvc(stem)) {
    stem += U'e';
  }
}

void Step1b(PorterLetters& word) {
  if (word.ends_with(U"ied")) return Replace(word, U"ied", word.size() == 4 ? U"ie" : U"i");
  const PorterView all = word;
  if (word.ends_with(U"eed")) {
    if (Measure(all.substr(0, all.size() - 3)) > 0) word.pop_back();
    return;
  }
  for (const PorterView suffix : {PorterView(U"ed"), PorterView(U"ing")}) {
    if (!word.ends_with(suffix)) continue;
    if (!HasVowel(all.substr(0, all.size() - suffix.size()))) return;
    word.resize(word.size() - suffix.size());
    return MendStem(word);
  }
}

// NLTK replaces y only after a consonant, so that "enjoy" stays.
void Step1c(PorterLetters& word) {
  if (word.size() > 2 && word.back() == U'y' && IsConsonantAt(word, word.size() - 2)) {
    word.back() = U'i';
  }
}

void Step2(PorterLetters& word) {
  const PorterView all = word;
  // NLTK applies the rules again to the result for -alli, which cannot end in -alli a second time.
  if (word.ends_with(U"alli") && Measure(all.substr(0, all.size() - 4)) > 0) {
    word.resize(word.size() - 2);
  }
  Apply(kStep2, word, [&word](const Rule& rule, PorterView stem) {
    // NLTK counts the l as part of the stem, so that "geo" is long enough.
    if (rule.suffix == U"logi") stem = PorterView(word).substr(0, stem.size() + 1);
    return Measure(stem) > 0;
  });
}

void Step3(PorterLetters& word) {
  Apply(kStep3, word, [](const Rule&, PorterView stem) { return Measure(stem) > 0; });
}

void Step4(PorterLetters& word) {
  Apply(kStep4, word, [](const Rule& rule, PorterView stem) {
    return Measure(stem) > 1 && (rule.suffix != U"ion" || IsOneOf(stem.back(), U"st"));
  });
}

void Step5(PorterLetters& word) {
  if (word.ends_with(U'e')) {
    const PorterView stem = PorterView(word).substr(0, word.size() - 1);
    const size_t measure = Measure(stem);
    if (measure > 1 || (measure == 1 && !EndsInCvc(stem))) word.pop_back();
  }
  if (word.ends_with(U"ll") && Measure(PorterView(word).substr(0, word.size() - 1)) > 1) {
    word.pop_back();
  }
}

// Repairs a stem after -ed or -ing was removed, as Porter does.
void MendPlainStem(PorterLetters& stem) {
  if (Apply(kStep1bE, stem, &Always)) return;
  if (EndsInDoubleConsonant(stem) && !IsOneOf(stem.back(), U"lszy")) {
    stem.pop_back();
  } else if (stem.size() > 2 && Measure(stem) == 1 && EndsInCvc(stem)) {
    stem += U'e';
  }
}

void PlainStep1(PorterLetters& word) {
  if (word.size() > 1) Apply(kStep1a, word, &Always);
  const PorterView all = word;
  if (word.ends_with(U"eed")) {
    if (Measure(all.substr(0, all.size() - 3)) > 0) word.pop_back();
  } else if (word.ends_with(U"ed") || word.ends_with(U"ing")) {
    const size_t left = word.size() - (word.ends_with(U"ed") ? 2 : 3);
    if (HasVowel(all.substr(0, left))) {
      word.resize(left);
      MendPlainStem(word);
    }
  }
  if (word.ends_with(U'y') && HasVowel(PorterView(word).substr(0, word.size() - 1))) {
    word.back() = U'i';
  }
}

// After the first removal, ROUGE-1.5.5 tries -ment and then -ent or -ion on what is left.
void Rouge155Step4(PorterLetters& word) {
  const auto removable = [](const Rule& rule, PorterView stem) {
    if (rule.suffix == U"ion" && (stem.empty() || !IsOneOf(stem.back(), U"st"))) return false;
    return Measure(stem) > 1;
  };
  const std::span<const Rule> rules = kStep4;
  const std::span<const Rule> apart = rules.last(kApart);
  Apply(rules.first(rules.size() - kApart), word, removable);
  Apply(apart.first(1), word, removable);
  Apply(apart.subspan(1), word, removable);
}

// Removes -e; in Step5() NLTK has another idea of consonant, vowel, consonant.
void PlainStep5(PorterLetters& word) {
  if (word.ends_with(U'e')) {
    const PorterView stem = PorterView(word).substr(0, word.size() - 1);
    const size_t measure = Measure(stem);
    const bool cvc = stem.size() > 2 && EndsInCvc(stem);
    if (measure > 1 || (measure == 1 && !cvc)) word.pop_back();
  }
  if (word.ends_with(U"ll") && Measure(word) > 1) word.pop_back();
}

constexpr std::pair<std::string_view, std::string_view> kExceptions[] = {
    {"sky", "sky"},        {"skies", "sky"},       {"dying", "die"},        {"lying", "lie"},
    {"tying", "tie"},      {"news", "news"},       {"innings", "inning"},   {"inning", "inning"},
    {"outings", "outing"}, {"outing", "outing"},   {"cannings", "canning"}, {"canning", "canning"},
    {"howe", "howe"},      {"proceed", "proceed"}, {"exceed", "exceed"},    {"succeed", "succeed"}};

void DecodeBytes(std::string_view word, PorterLetters& letters) {
  letters.clear();
  for (size_t at = 0; at < word.size();) {
    const CodePoint code_point = DecodeAt(word, at);
    letters += static_cast<char32_t>(code_point.value);
    at += code_point.length;
  }
}

std::string EncodeBytes(PorterView letters) {
  std::string word;
  for (const char32_t letter : letters) {
    if (letter < 0x80) {
      word += static_cast<char>(letter);
    } else if (letter < kInvalidByte) {
      AppendUtf8(letter, word);
    } else {
      word += static_cast<char>(letter - kInvalidByte);
    }
  }
  return word;
}

}  // namespace

std::string NltkPorterStem(std::string_view word) {
  for (const auto& [form, stem] : kExceptions) {
    if (word == form) return std::string(stem);
  }
  thread_local PorterLetters letters;  // reuses its memory, so short stems allocate nothing
  DecodeBytes(word, letters);
  if (letters.size() <= 2) return std::string(word);
  Step1a(letters);
  Step1b(letters);
  Step1c(letters);
  Step2(letters);
  Step3(letters);
  Step4(letters);
  Step5(letters);
  return EncodeBytes(letters);
}

std::string Rouge155Stem(std::string_view word) {
  if (word.size() <= 3) return std::string(word);
  thread_local PorterLetters letters;
  DecodeBytes(word, letters);
  PlainStep1(letters);
  const std::span<const Rule> step2 = kStep2;
  const auto has_measure = [](const Rule&, PorterView stem) { return Measure(stem) > 0; };
  Apply(step2.first(step2.size() - 1), letters, has_measure);
  Apply(kStep3, letters, has_measure);
  Rouge155Step4(letters);
  PlainStep5(letters);
  return EncodeBytes(letters);
}

std::string RougeStem(std::string_view word) {
  return word.size() > 3 ? NltkPorterStem(word) : std::string(word);
}

}  // namespace mtgauge
