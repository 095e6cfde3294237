// Languages: the one table of their codes, and the parser of what data and people call them. BCP 47
// (zh-Hant-TW), ISO 639-1 (zh), ISO 639-2/B (chi), ISO 639-3 (zho, cmn), FLORES-200 (zho_Hans) and
// WMT (zh_CN), alone or as a pair, in any case.
//
// sacreBLEU's own rule, which knows "zh", "ja" and "ko" alone, is TokenizerForLanguage().
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace mtgauge {

// One language; all but `written` is in small letters.
struct LanguageTag {
  std::string written;  // the code as it was given: "ZH"
  std::string code;     // of ISO 639-3: "zho"; empty: the code is not known
  std::string script;   // "hant"; empty: not told
  std::string region;   // "tw"; empty: not told
  std::string rest;     // "1996", "wmt22": what else stands behind the code
  std::string meant;    // "ja" where the code is "jp", a country's; empty: nothing is near
};

struct Languages {
  std::optional<LanguageTag> source;  // absent: one language alone, which is the target's
  LanguageTag target;

  // The same for all ways to write the same languages, scripts, regions and the rest.
  std::string Canonical() const;
};

// Total: what is no language comes out with an empty code.
Languages ParseLanguages(std::string_view text);

// Whether both name the same languages, scripts and regions: "en-de" and "eng-deu".
bool IsSamePair(const std::string& a, const std::string& b);

// Which of these pairs is meant by one that may be written otherwise: the same, or else the only
// one of the same two languages whose script or region is not another; of none the pair itself.
std::string MeantPair(const std::string& pair, const std::vector<std::string>& pairs);

// Whether a pair of one list and a pair of another are each what the other means: "en-cs" and
// "en-cs_CZ", but not "en-zh" and "en-zh_TW" where one of the lists has both.
bool IsMeantPair(const std::string& a, const std::vector<std::string>& pairs_of_a,
                 const std::string& b, const std::vector<std::string>& pairs_of_b);

// zh, ja-mecab or ko-mecab; 13a for all other languages and for those written in Latin letters.
std::string_view TokenizerForTarget(const LanguageTag& target);

}  // namespace mtgauge
