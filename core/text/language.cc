// The table of languages, and the parser of language names in data and options.
//
// The codes are those of ISO 639-1, ISO 639-2/B, ISO 639-3 and ISO 639-5 as of 2026; a later
// edition replaces the files in iso/.
#include "core/text/language.h"

#include <algorithm>
#include <map>
#include <vector>

#include "core/base/split.h"

namespace mtgauge {
namespace {

// Codes of ISO 639-1 and their equivalents in ISO 639-3.
constexpr std::string_view kTwoLetters =
#include "core/text/iso/639-1.txt.inc"
    ;

// Other codes in use for languages of ISO 639-1: those of ISO 639-2/B and withdrawn ones.
constexpr std::string_view kOtherCodes =
#include "core/text/iso/639-1-other.txt.inc"
    ;

// Codes of ISO 639-3 and ISO 639-5, sorted, and ajp, which is withdrawn but used by FLORES-200.
constexpr std::string_view kThreeLetters =
#include "core/text/iso/639-3.txt.inc"
    ;

// Codes of ISO 3166-1.
constexpr std::string_view kRegions =
#include "core/text/iso/3166-1.txt.inc"
    ;

// The languages that 13a does not suit. sacreBLEU chooses these tokenizers for "zh", "ja" and "ko".
struct TokenizerOfLanguages {
  std::string_view tokenizer;
  std::string_view codes;  // in ISO 639-3; Chinese is a group of languages
};
constexpr TokenizerOfLanguages kTokenizers[] = {
    {"zh", "zho cdo cjy cmn cnp cpx csp czh czo gan hak hnm hsn lzh luh mnp nan sjc wuu yue"},
    {"ja-mecab", "jpn"},
    {"ko-mecab", "kor"},
};

// Regions whose codes are also languages' codes, each after the language of the locale.
constexpr std::string_view kLocales[] = {"zh-tw", "zh-sg", "zh-mo", "ko-kr"};
// Country codes that are written by mistake for the language spoken there.
struct Mistake {
  std::string_view country, language;
  std::string_view spoken;  // languages after which the code is the country, as in "bo-CN"
};
constexpr Mistake kMistakes[] = {
    {"cn", "zh",
     "zh zho cmn yue wuu nan hak gan hsn bo bod ug uig mn mon za zha ii iii kk kaz ky kir"},
    {"jp", "ja", "ja jpn ain ryu"},
};

// Languages with the code of their own country, which is rarely the region of another language.
constexpr std::string_view kAtHome =
    "bg de es fi fr hr hu id is it lt lv mt nl pl pt ro ru sk th tr";

bool IsLetter(char c) { return c >= 'a' && c <= 'z'; }

template <typename Is>
bool All(std::string_view text, Is is) {
  return std::all_of(text.begin(), text.end(), is);
}

// Returns the value for "KEY:" in a list of such pairs, with single spaces or line ends between
// them; empty if there is none.
std::string_view FindIn(std::string_view list, std::string_view key) {
  for (size_t at = 0; at < list.size();) {
    const size_t end = std::min(list.find_first_of(" \n", at), list.size());
    const std::string_view pair = list.substr(at, end - at);
    const size_t colon = pair.find(':');
    if (pair.substr(0, colon) == key) return pair.substr(colon + 1);
    at = end + 1;
  }
  return {};
}

// Returns whether a list of words contains the word.
bool Lists(std::string_view list, std::string_view word) {
  for (size_t at = 0; at < list.size();) {
    const size_t end = std::min(list.find_first_of(" \n", at), list.size());
    if (list.substr(at, end - at) == word) return true;
    at = end + 1;
  }
  return false;
}

// Searches the sorted lines of codes.
bool IsThreeLetterCode(std::string_view code) {
  constexpr size_t kLine = 4;
  size_t low = 0, high = kThreeLetters.size() / kLine;
  while (low < high) {
    const size_t middle = (low + high) / 2;
    const int order = kThreeLetters.substr(kLine * middle, 3).compare(code);
    if (order == 0) return true;
    (order < 0 ? low : high) = order < 0 ? middle + 1 : middle;
  }
  return false;
}

// Returns the language's code in ISO 639-3; empty if the code is unknown.
std::string_view CodeOf(std::string_view subtag) {
  if (subtag.size() != 2 && subtag.size() != 3) return {};
  if (const std::string_view two = FindIn(kOtherCodes, subtag); !two.empty()) subtag = two;
  if (subtag.size() == 2) return FindIn(kTwoLetters, subtag);
  return IsThreeLetterCode(subtag) ? subtag : std::string_view();
}

bool IsRegion(std::string_view subtag) {
  if (subtag.size() == 3) return All(subtag, IsDigit);
  return subtag.size() == 2 && Lists(kRegions, subtag);
}

// A part between hyphens and underscores, in lower case.
struct Subtag {
  char before;  // '-', '_', or 0 for the first
  std::string_view text;
  std::string_view written;
};

std::vector<Subtag> Split(std::string_view text, std::string_view written) {
  std::vector<Subtag> subtags;
  char before = 0;
  for (size_t at = 0; at <= text.size();) {
    const size_t end = std::min(text.find_first_of("-_", at), text.size());
    subtags.push_back({before, text.substr(at, end - at), written.substr(at, end - at)});
    before = end < text.size() ? text[end] : '\0';
    at = end + 1;
  }
  return subtags;
}

// Returns the language that a country's code was written for; empty if there is none.
std::string_view LanguageMeant(std::string_view country, std::string_view before) {
  for (const Mistake& mistake : kMistakes) {
    if (country == mistake.country && !Lists(mistake.spoken, before)) return mistake.language;
  }
  return {};
}

// Returns whether a subtag begins the second language of a pair.
bool BeginsLanguage(const Subtag& first, const Subtag& subtag) {
  const std::string_view text = subtag.text;
  if (text.empty()) return true;  // a pair such as "en-", without its second language
  if ((text.size() != 2 && text.size() != 3) || !All(text, IsLetter)) return false;
  const std::string locale = std::string(first.text) + '-' + std::string(text);
  if (std::find(std::begin(kLocales), std::end(kLocales), locale) != std::end(kLocales)) {
    return false;
  }
  // "en_GB" has a region after the underscore; "en_zh" is a pair.
  if (subtag.before == '_') return !IsRegion(text) && !CodeOf(text).empty();
  return !IsRegion(text) || !CodeOf(text).empty() || !LanguageMeant(text, first.text).empty();
}

// Returns whether what follows a language is rather a language of its own. Regions are usually
// written in capital letters.
bool IsAnother(const Subtag& language, const Subtag& next) {
  if (next.before != '-' || next.text.size() != 2 || next.text != next.written) return false;
  if (next.text == language.text || CodeOf(next.text).empty()) return false;
  return !IsRegion(next.text) || Lists(kAtHome, next.text);
}

// Reads one language: its code and the subtags after it.
LanguageTag ReadTag(const std::vector<Subtag>& subtags, size_t begin, size_t end) {
  LanguageTag tag;
  tag.written = std::string(subtags[begin].written);
  tag.code = std::string(CodeOf(subtags[begin].text));
  if (tag.code.empty()) {
    tag.meant = std::string(LanguageMeant(subtags[begin].text, {}));
  }
  for (size_t i = begin + 1; i < end; ++i) {
    const std::string_view text = subtags[i].text;
    if (IsAnother(subtags[begin], subtags[i])) tag.another = std::string(text);
    if (text.size() == 4 && All(text, IsLetter)) {
      tag.script = std::string(text);
    } else if (IsRegion(text)) {
      tag.region = std::string(text);
    } else if (!text.empty()) {
      tag.rest += (tag.rest.empty() ? "" : "_") + std::string(text);
    }
  }
  return tag;
}

}  // namespace

std::string ShortestCode(std::string_view code) {
  const size_t at = kTwoLetters.find(':' + std::string(code));
  return std::string(at == kTwoLetters.npos ? code : kTwoLetters.substr(at - 2, 2));
}

Languages ParseLanguages(std::string_view text) {
  std::string small(text);
  std::transform(small.begin(), small.end(), small.begin(), [](char c) {
    return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c;
  });
  const std::vector<Subtag> subtags = Split(small, text);
  size_t second = 1;
  while (second < subtags.size() && !BeginsLanguage(subtags.front(), subtags[second])) ++second;
  // Names instead of codes, as in "en-german". A script has four letters.
  constexpr size_t kName = 5;
  if (second == subtags.size() && second > 1 && subtags[1].before == '-' &&
      (subtags[1].text.size() >= kName || CodeOf(subtags[0].text).empty())) {
    second = 1;
  }
  Languages languages;
  if (second == subtags.size()) {
    languages.target = ReadTag(subtags, 0, subtags.size());
  } else {
    languages.source = ReadTag(subtags, 0, second);
    languages.target = ReadTag(subtags, second, subtags.size());
  }
  return languages;
}

std::string Languages::Canonical() const {
  std::string all;
  for (const LanguageTag* tag : {source ? &*source : nullptr, &target}) {
    if (tag == nullptr) continue;
    all += (all.empty() ? "" : "-") + (tag->code.empty() ? tag->written : tag->code);
    for (const std::string* part : {&tag->script, &tag->region, &tag->rest}) {
      if (!part->empty()) all += '_' + *part;
    }
  }
  return all;
}

namespace {

// Members of language groups that FLORES names, each with the group whose code usually means it.
constexpr std::string_view kMembers =
    "cmn:zho arb:ara pes:fas lvs:lav ekk:est khk:mon uzn:uzb azj:aze als:sqi swh:swa zsm:msa npi:nep "
    "ory:ori plt:mlg quy:que gaz:orm ydd:yid kmr:kur gug:grn ayr:aym dik:din fuv:ful ";

std::string_view GroupOf(const LanguageTag& tag) {
  const std::string_view found = FindIn(kMembers, tag.code);
  return found.empty() ? std::string_view(tag.code) : found;
}

// Returns the script that is given, or for Chinese the one that the region implies.
std::string_view ScriptOf(const LanguageTag& tag) {
  if (!tag.script.empty() || tag.region.empty() || GroupOf(tag) != "zho") return tag.script;
  return Lists("hk mo tw", tag.region) ? "hant" : "hans";
}

// Returns whether both may be the same language: their scripts and regions do not contradict each
// other.
bool MayBeSame(const LanguageTag& a, const LanguageTag& b) {
  const auto agree = [](std::string_view x, std::string_view y) {
    return x.empty() || y.empty() || x == y;
  };
  return !a.code.empty() && GroupOf(a) == GroupOf(b) && agree(ScriptOf(a), ScriptOf(b)) &&
         agree(a.region, b.region) && a.rest == b.rest;
}

bool MayBeSamePair(const Languages& a, const Languages& b) {
  return a.source && b.source && MayBeSame(*a.source, *b.source) && MayBeSame(a.target, b.target);
}

}  // namespace

bool IsSamePair(const std::string& a, const std::string& b) {
  return a == b || ParseLanguages(a).Canonical() == ParseLanguages(b).Canonical();
}

std::string MeantPair(const std::string& pair, const std::vector<std::string>& pairs) {
  const Languages meant = ParseLanguages(pair);
  std::vector<std::string> alike;
  for (const std::string& other : pairs) {
    if (IsSamePair(other, pair)) return other;
    const Languages languages = ParseLanguages(other);
    if (MayBeSamePair(languages, meant)) alike.push_back(other);
  }
  return alike.size() == 1 ? alike.front() : pair;
}

bool IsMeantPair(const std::string& a, const std::vector<std::string>& pairs_of_a,
                 const std::string& b, const std::vector<std::string>& pairs_of_b) {
  return IsSamePair(MeantPair(a, pairs_of_b), b) && IsSamePair(MeantPair(b, pairs_of_a), a);
}

std::vector<std::string> FirstNamesOfPairs(const std::vector<std::string>& pairs) {
  std::vector<std::string> different;         // the first name of each pair that is written in full
  std::map<std::string_view, size_t> places;  // of each name in `different`
  for (const std::string& pair : pairs) {
    const auto [known, is_new] = places.try_emplace(pair, different.size());
    if (!is_new) continue;
    const auto same = std::find_if(different.begin(), different.end(),
                                   [&](const auto& other) { return IsSamePair(other, pair); });
    known->second = static_cast<size_t>(same - different.begin());
    if (same == different.end()) different.push_back(pair);
  }
  std::vector<Languages> languages;
  for (const std::string& pair : different) languages.push_back(ParseLanguages(pair));
  const auto without = [&](size_t place) {
    std::vector<std::string> others = different;
    others.erase(others.begin() + static_cast<std::ptrdiff_t>(place));
    return others;
  };
  std::vector<std::string> first = different;
  for (size_t b = 0; b < different.size(); ++b) {
    for (size_t a = 0; a < b; ++a) {
      if (MayBeSamePair(languages[a], languages[b]) &&
          IsMeantPair(different[a], without(b), different[b], without(a))) {
        first[b] = different[a];
        break;
      }
    }
  }
  std::vector<std::string> names;
  for (const std::string& pair : pairs) names.push_back(first[places.at(pair)]);
  return names;
}

std::string_view TokenizerForTarget(const LanguageTag& target) {
  if (target.script == "latn" || target.code.empty()) return "13a";
  for (const TokenizerOfLanguages& row : kTokenizers) {
    if (Lists(row.codes, target.code)) return row.tokenizer;
  }
  return "13a";
}

}  // namespace mtgauge
