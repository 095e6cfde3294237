// What the Snowball of METEOR 1.5's jar does otherwise than today's. Terms are Snowball's: p1, p2
// and pV are the beginnings of the regions R1, R2 and RV, in which a stemmer may remove suffixes.
#include "core/text/words/meteor_stems.h"

#include <algorithm>
#include <array>
#include <cstddef>
#include <initializer_list>
#include <span>

#include "core/text/utf8.h"

namespace mtgauge {
namespace {

using Letters = std::u32string;
using LettersView = std::u32string_view;

Letters Decode(std::string_view word) {
  Letters letters;
  for (size_t at = 0; at < word.size();) {
    const CodePoint c = DecodeAt(word, at);
    letters += static_cast<char32_t>(c.value);
    at += c.length;
  }
  return letters;
}

std::string Encode(LettersView letters) {
  std::string word;
  for (const char32_t letter : letters) AppendUtf8(letter, word);
  return word;
}

bool IsIn(char32_t letter, LettersView letters) {
  return letters.find(letter) != LettersView::npos;
}

// Returns the position after the first vowel from `at` on and the first other letter after it; the
// length of the word if there is none.
size_t RegionAfter(LettersView word, size_t at, LettersView vowels) {
  const size_t vowel = word.find_first_of(vowels, at);
  if (vowel == LettersView::npos) return word.size();
  const size_t other = word.find_first_not_of(vowels, vowel);
  return other == LettersView::npos ? word.size() : other + 1;
}

// A letter that older stemmers treat differently, and one of the same size that today's treats like
// that: of the same class, and in no suffix.
struct Disguise {
  std::string_view letter, as;
};

// Stems a word in disguise. A stem keeps the order of its letters, so its n-th letter of a kind is
// the word's.
std::string StemDisguised(std::string_view word, std::span<const Disguise> disguises,
                          const SnowballStem& today) {
  std::string hidden(word);
  for (size_t at = 0; at < word.size(); ++at) {
    for (const Disguise& one : disguises) {
      if (word.substr(at).starts_with(one.letter)) hidden.replace(at, one.as.size(), one.as);
    }
  }
  const std::string found = today(hidden);
  std::string stem;
  std::array<size_t, 4> seen{};  // per disguise, the end of its last occurrence in `hidden`
  for (size_t at = 0; at < found.size();) {
    size_t size = 1;
    std::string_view letter = std::string_view(found).substr(at, size);
    for (size_t d = 0; d < disguises.size(); ++d) {
      const std::string_view as = disguises[d].as;
      if (!std::string_view(found).substr(at).starts_with(as)) continue;
      const size_t place = hidden.find(as, seen[d]);
      size = as.size();
      letter = word.substr(place, size);
      seen[d] = place + size;
    }
    stem += letter;
    at += size;
  }
  return stem;
}

bool EndsInAny(std::string_view word, std::initializer_list<std::string_view> endings) {
  return std::ranges::any_of(endings, [&](std::string_view one) { return word.ends_with(one); });
}

}  // namespace

// Any letter but a vowel is undoubled; today only a to z are.
std::string MeteorDanishStem(std::string_view word, const SnowballStem& today) {
  constexpr LettersView kVowels = U"aeiouyæåø", kUndoubled = U"bcdfghjklmnpqrstvwxz";
  const Letters letters = Decode(word);
  Letters stem = Decode(today(word));
  const size_t size = stem.size();
  if (letters.size() < 3 || size < 2 || IsIn(stem.back(), kVowels) ||
      IsIn(stem.back(), kUndoubled)) {
    return Encode(stem);
  }
  const size_t p1 = std::max<size_t>(RegionAfter(letters, 0, kVowels), 3);
  if (size - 1 >= p1 && stem[size - 2] == stem[size - 1]) stem.pop_back();
  return Encode(stem);
}

// R1 begins after three letters at least; in libstemmer, after three bytes. So the first two
// letters must be of one byte each.
std::string MeteorDutchStem(std::string_view word, const SnowballStem& today) {
  constexpr LettersView kVowels = U"aeiouyèäáëéïíöóüú";
  Letters hidden = Decode(word);
  if (hidden.size() < 2) return today(word);
  const char32_t first = hidden[0], second = hidden[1];
  const bool hide_first = first == U'è', hide_second = second > 0x7F && !IsIn(second, kVowels);
  if (hide_first) hidden[0] = U'i';
  if (hide_second) hidden[1] = U'x';
  Letters stem = Decode(today(Encode(hidden)));
  if (hide_first) stem[0] = first;
  if (hide_second) stem[1] = second;
  return Encode(stem);
}

// -nisse, -nissen and -nisses keep -niss; today they become -nis, as in "Ergebnisse".
std::string MeteorGermanStem(std::string_view word, const SnowballStem& today) {
  std::string stem = today(word);
  if (stem.ends_with("nis") && EndsInAny(word, {"nisse", "nissen", "nisses"})) stem += 's';
  return stem;
}

// The jar's letters of double acute have the code of those with tilde and circumflex.
std::string MeteorHungarianStem(std::string_view word, const SnowballStem& today) {
  constexpr Disguise kDisguises[] = {{"ő", "õ"}, {"õ", "ő"}, {"ű", "û"}, {"û", "ű"}};
  return StemDisguised(word, kDisguises, today);
}

// The suffixes -ución and -uciones are removed as in Spanish; today -ução and -uções are.
std::string MeteorPortugueseStem(std::string_view word, const SnowballStem& today) {
  for (const std::string_view ending : {"ución", "uciones"}) {
    if (!word.ends_with(ending)) continue;
    std::string cut = today(std::string(word.substr(0, word.size() - ending.size())) + "ução");
    if (cut.ends_with('u')) return cut;
  }
  std::string stem = today(word);
  if (!stem.ends_with('u')) return stem;
  if (EndsInAny(word, {"ução", "uça~o"})) stem += "çã";
  if (EndsInAny(word, {"uções", "uço~es"})) stem += "çõ";
  return stem;
}

// Today's stemmer reads ё as е.
std::string MeteorRussianStem(std::string_view word, const SnowballStem& today) {
  constexpr Disguise kDisguises[] = {{"ё", "ђ"}};
  return StemDisguised(word, kDisguises, today);
}

// ë and ï are plain vowels, H is a plain letter, and -ë is removed after -gu.
std::string MeteorFrenchStem(std::string_view word, const SnowballStem& today) {
  constexpr Disguise kDisguises[] = {{"ë", "û"}, {"ï", "ô"}, {"H", "W"}};
  constexpr std::string_view kEnding = "guë";
  std::string stem = StemDisguised(word, kDisguises, today);
  if (!stem.ends_with(kEnding) || !EndsInAny(word, {"guë", "guës", "guëment", "guëments"})) {
    return stem;
  }
  // RV must contain -guë. It begins after a vowel, or after three letters that two vowels begin.
  const std::string before(word.substr(0, word.rfind(kEnding)));
  const Letters letters = Decode(before);
  const bool two_vowels = letters.size() == 2 && IsIn(letters[0], U"aeiouâàëéêèïîôûù");
  const bool in_region = !StemDisguised(before + "gé", kDisguises, today).ends_with("é");
  if (in_region && !two_vowels) stem.resize(stem.size() - std::string_view("ë").size());
  return stem;
}

namespace {

// Finnish as in the jar. Its Java never finds the suffixes of case that have a condition (-seen,
// -siin, -den, -tten), since it checks the condition on another word. Non-vowels are all letters
// but the vowels, where today's stemmer wants a to z.
class OldFinnish {
 public:
  explicit OldFinnish(std::string_view word)
      : word_(Decode(word)),
        p1_(RegionAfter(word_, 0, kVowels)),
        p2_(RegionAfter(word_, p1_, kVowels)) {}

  std::string Stem() {
    RemoveParticle();
    RemovePossessive();
    const bool removed = RemoveCase();
    RemoveOther(kOtherEndings, p2_);
    if (!removed) {
      RemoveT();
    } else if (EndsIn(U"i", p1_) || EndsIn(U"j", p1_)) {
      word_.pop_back();
    }
    if (p1_ <= word_.size()) Tidy();
    return Encode(word_);
  }

 private:
  static constexpr LettersView kVowels = U"aeiouyäö";
  using Suffixes = std::span<const LettersView>;
  static constexpr LettersView kParticles[] = {U"kin", U"kaan", U"kään", U"ko", U"kö",
                                               U"han", U"hän",  U"pa",   U"pä", U"sti"};
  static constexpr LettersView kPossessives[] = {U"si",  U"ni", U"nsa", U"nsä", U"mme",
                                                 U"nne", U"an", U"än",  U"en"};
  static constexpr LettersView kCases[] = {U"han", U"hen", U"hin", U"hon", U"hän", U"hön", U"n",
                                           U"a",   U"ä",   U"tta", U"ttä", U"ta",  U"tä",  U"ssa",
                                           U"ssä", U"sta", U"stä", U"lla", U"llä", U"lta", U"ltä",
                                           U"lle", U"na",  U"nä",  U"ksi", U"ine"};
  static constexpr LettersView kOtherEndings[] = {U"mpi",  U"mpa",  U"mpä",  U"mmi",  U"mma",
                                                  U"mmä",  U"impi", U"impa", U"impä", U"immi",
                                                  U"imma", U"immä", U"eja",  U"ejä"};
  static constexpr LettersView kMma[] = {U"mma", U"imma"};
  static constexpr LettersView kLong[] = {U"aa", U"ee", U"ii", U"oo", U"uu", U"ää", U"öö"};

  static bool IsVowel(char32_t letter) { return IsIn(letter, kVowels); }
  bool EndsIn(LettersView suffix, size_t region) const {
    return word_.ends_with(suffix) && word_.size() - suffix.size() >= region;
  }
  bool EndsInAny(Suffixes suffixes, size_t region = 0) const {
    return !Longest(suffixes, region).empty();
  }
  LettersView Longest(Suffixes suffixes, size_t region) const {
    LettersView longest;
    for (const LettersView one : suffixes) {
      if (one.size() > longest.size() && EndsIn(one, region)) longest = one;
    }
    return longest;
  }
  // The letter before the last `back` ones; no letter if there is none.
  char32_t Before(size_t back) const {
    return back < word_.size() ? word_[word_.size() - 1 - back] : U'\0';
  }
  void Cut(size_t letters) { word_.resize(word_.size() - letters); }

  void RemoveParticle() {
    const LettersView suffix = Longest(kParticles, p1_);
    if (suffix.empty()) return;
    const size_t size = suffix.size();
    const bool removable = suffix == U"sti" ? word_.size() - size >= p2_
                                            : IsVowel(Before(size)) || IsIn(Before(size), U"nt");
    if (removable) Cut(size);
  }

  void RemovePossessive() {
    constexpr LettersView kBeforeAn[] = {U"ta", U"ssa", U"sta", U"lla", U"lta", U"na"};
    constexpr LettersView kBeforeAen[] = {U"tä", U"ssä", U"stä", U"llä", U"ltä", U"nä"};
    constexpr LettersView kBeforeEn[] = {U"lle", U"ine"};
    const LettersView suffix = Longest(kPossessives, p1_);
    if (suffix.empty() || (suffix == U"si" && Before(2) == U'k')) return;
    const Letters whole = word_;
    Cut(suffix.size());
    const bool kept = (suffix == U"an" && !EndsInAny(kBeforeAn)) ||
                      (suffix == U"än" && !EndsInAny(kBeforeAen)) ||
                      (suffix == U"en" && !EndsInAny(kBeforeEn));
    if (kept) word_ = whole;
    if (suffix == U"ni" && word_.ends_with(U"kse")) word_.back() = U'i';
  }

  bool RemoveCase() {
    const LettersView suffix = Longest(kCases, p1_);
    if (suffix.empty()) return false;
    size_t size = suffix.size();
    const char32_t before = Before(size);
    if (size == 3 && suffix[0] == U'h') {
      if (before != suffix[1]) return false;
    } else if (suffix == U"tta" || suffix == U"ttä") {
      if (before != U'e') return false;
    } else if (suffix == U"a" || suffix == U"ä") {
      if (!IsVowel(before) || word_.size() < 3 || IsVowel(Before(2))) return false;
    } else if (suffix == U"n") {
      const LettersView stem = LettersView(word_).substr(0, word_.size() - 1);
      const bool is_long =
          std::ranges::any_of(kLong, [&](LettersView vowels) { return stem.ends_with(vowels); });
      if (is_long || stem.ends_with(U"ie")) ++size;
    }
    Cut(size);
    return true;
  }

  void RemoveOther(Suffixes suffixes, size_t region) {
    const LettersView suffix = Longest(suffixes, region);
    if (suffix.empty()) return;
    const bool after_po =
        suffix.size() == 3 && suffix[0] == U'm' && Before(3) == U'o' && Before(4) == U'p';
    if (!after_po) Cut(suffix.size());
  }

  void RemoveT() {
    if (!EndsIn(U"t", p1_) || word_.size() - 1 <= p1_ || !IsVowel(Before(1))) return;
    Cut(1);
    RemoveOther(kMma, p2_);
  }

  void Tidy() {
    const auto in_region = [&](size_t letters) { return word_.size() >= p1_ + letters; };
    if (EndsInAny(kLong, p1_)) Cut(1);
    if (in_region(2) && IsIn(word_.back(), U"aäei") && !IsVowel(Before(1))) Cut(1);
    if (in_region(2) && word_.back() == U'j' && IsIn(Before(1), U"ou")) Cut(1);
    if (in_region(2) && word_.back() == U'o' && Before(1) == U'j') Cut(1);
    const size_t last = word_.find_last_not_of(kVowels);
    if (last == Letters::npos || last == 0 || word_[last - 1] != word_[last]) return;
    word_.erase(last, 1);
  }

  Letters word_;
  size_t p1_, p2_;
};

}  // namespace

std::string MeteorFinnishStem(std::string_view word, const SnowballStem&) {
  return OldFinnish(word).Stem();
}

}  // namespace mtgauge
