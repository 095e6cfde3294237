// Languages: the table of their codes, and the parser of language names in data and options. It
// reads BCP 47 (zh-Hant-TW), ISO 639-1 (zh), ISO 639-2/B (chi), ISO 639-3 (zho, cmn), FLORES-200
// (zho_Hans) and WMT (zh_CN), as one language or a pair, in any case.
//
// sacreBLEU's own rule, which only knows "zh", "ja" and "ko", is TokenizerForLanguage().
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace mtgauge {

// One language; all fields except `written` are in lower case.
struct LanguageTag {
  std::string written;  // the code as given: "ZH"
  std::string code;     // in ISO 639-3: "zho"; empty if the code is unknown
  std::string script;   // "hant"; empty if not given
  std::string region;   // "tw"; empty if not given
  std::string rest;     // other subtags after the code: "1996", "wmt22"
  std::string meant;    // "ja" if the code is "jp", a country's; empty if there is no such guess
  std::string another;  // "fr" of "de-fr", which is hardly a region; empty if there is none
};

struct Languages {
  std::optional<LanguageTag> source;  // absent if only one language is given, the target
  LanguageTag target;

  // Returns the same text for all ways to write the same languages, scripts, regions and the rest.
  std::string Canonical() const;
};

// Never fails: a text that is not a language gets an empty code.
Languages ParseLanguages(std::string_view text);

// Returns the code in ISO 639-1 of a language that has the code in ISO 639-3, which is returned if
// there is none: "de" for "deu".
std::string ShortestCode(std::string_view code);

// Returns whether both name the same languages, scripts and regions: "en-de" and "eng-deu".
bool IsSamePair(const std::string& a, const std::string& b);

// Returns the one of `pairs` that `pair` means, though it may be written differently: the same
// pair, or else the only pair of the same two languages with no conflicting script or region.
// Returns `pair` itself if there is none.
std::string MeantPair(const std::string& pair, const std::vector<std::string>& pairs);

// Returns whether pairs from two lists each mean the other: true for "en-cs" and "en-cs_CZ", false
// for "en-zh" and "en-zh_TW" if one of the lists has both.
bool IsMeantPair(const std::string& a, const std::vector<std::string>& pairs_of_a,
                 const std::string& b, const std::vector<std::string>& pairs_of_b);

// Returns for each of `pairs` the first one that means the same pair, or itself: "en-cs_CZ",
// "eng-ces" become "en-cs_CZ" twice. Of "en-zh", "en-zh_CN", "en-zh_TW", none means another.
std::vector<std::string> FirstNamesOfPairs(const std::vector<std::string>& pairs);

// Returns zh, ja-mecab or ko-mecab; 13a for all other languages and for those in Latin script.
std::string_view TokenizerForTarget(const LanguageTag& target);

}  // namespace mtgauge
