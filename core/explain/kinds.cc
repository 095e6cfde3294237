// Tables of cutoffs, and the characters of words.
#include "core/explain/kinds.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <unordered_set>

#include "core/explain/letter_case.h"
#include "core/text/unicode.h"
#include "core/text/utf8.h"

namespace mtgauge {
namespace {

constexpr int64_t kFrequencies[] = {1, 2, 3, 4, 5, 10, 100, 1000};
constexpr int64_t kLengths[] = {10, 20, 30, 40, 50, 60};
constexpr int64_t kDifferences[] = {-20, -10, -5, -4, -3, -2, -1, 0, 1, 2, 3, 4, 5, 6, 11, 21};
constexpr int kTenths = 10;

// Returns the names of the ranges below the first cutoff, between cutoffs, and from the last cutoff
// on. `least` is the smallest possible value.
std::vector<std::string> NamesBetween(std::span<const int64_t> cutoffs, int64_t least) {
  const auto range = [](int64_t low, int64_t high) {
    if (low == high) return fmt::format("{}", low);
    return low < 0 ? fmt::format("{} to {}", low, high) : fmt::format("{}-{}", low, high);
  };
  std::vector<std::string> names;
  const bool single = cutoffs.front() - 1 == least;
  names.push_back(single ? range(least, least) : fmt::format("<{}", cutoffs.front()));
  for (size_t i = 1; i < cutoffs.size(); ++i) {
    names.push_back(range(cutoffs[i - 1], cutoffs[i] - 1));
  }
  names.push_back(fmt::format("{}+", cutoffs.back()));
  return names;
}

uint32_t KindOf(std::span<const int64_t> cutoffs, int64_t value) {
  const auto above = std::upper_bound(cutoffs.begin(), cutoffs.end(), value);
  return static_cast<uint32_t>(above - cutoffs.begin());
}

constexpr int64_t kNoLeast = INT64_MIN;

// Properties of a word's characters.
struct Look {
  bool letters = false, lower = false, upper = false, digits = false;
  bool title_letters = false;
  bool title = true;          // each run of letters begins with a capital and has no other capitals
  bool begins_upper = false;  // the first character is a capital
};

Look LookOf(std::string_view word) {
  Look look;
  bool in_run = false;
  for (size_t at = 0; at < word.size();) {
    const CodePoint character = DecodeAt(word, at);
    const uint8_t properties = CharacterProperties(character.value);
    const LetterCase letter_case = CaseOfLetter(character.value);
    const bool title = letter_case == LetterCase::kTitle;
    const bool capital = title || letter_case == LetterCase::kUpper;
    const bool cased = letter_case != LetterCase::kNone;
    const bool other = (properties & (kPropertyPunctuation | kPropertySymbol | kPropertyNumber |
                                      kPropertySpace)) != 0;
    look.digits |= (properties & kPropertyNumber) != 0;
    look.letters |= cased || !other;
    look.title_letters |= title;
    look.upper |= capital && !title;
    look.lower |= cased && !capital;
    look.begins_upper |= at == 0 && capital;
    if (cased && capital == in_run) look.title = false;
    in_run = cased;
    at += character.length;
  }
  return look;
}

enum Case : uint32_t { kLower, kUpper, kTitle, kOtherCase };
uint32_t CaseOf(const Look& look) {
  const bool capitals = look.upper || look.title_letters;
  if (look.lower && !capitals) return kLower;
  if (look.upper && !look.lower && !look.title_letters) return kUpper;
  return capitals && look.title ? kTitle : kOtherCase;
}

}  // namespace

WordFrequencies FrequenciesIn(const Corpus& corpus) {
  WordFrequencies frequencies(corpus.vocabulary.size());
  for (size_t i = 0; i < corpus.segments(); ++i) {
    if (corpus.skipped[i] != 0) continue;
    for (const uint32_t word : corpus.reference.words[i]) ++frequencies[word];
  }
  return frequencies;
}

std::vector<std::string> FrequencyNames() { return NamesBetween(kFrequencies, 0); }
uint32_t FrequencyKind(uint64_t frequency) {
  return KindOf(kFrequencies, static_cast<int64_t>(frequency));
}

Kinds WordsByFrequency(const WordFrequencies& frequencies) {
  Kinds kinds{FrequencyNames(), {}};
  for (const uint64_t frequency : frequencies) kinds.of.push_back(FrequencyKind(frequency));
  return kinds;
}

Kinds WordsByCase(const Vocabulary& vocabulary) {
  Kinds kinds{{"lower", "upper", "title", "other"}, {}};
  for (uint32_t word = 0; word < vocabulary.size(); ++word) {
    kinds.of.push_back(CaseOf(LookOf(vocabulary[word])));
  }
  return kinds;
}

Kinds WordsByLook(const Corpus& corpus) {
  enum Look : uint32_t { kWord, kNumber, kName, kPunctuation };
  std::unordered_set<std::string_view> known;
  for (const uint32_t word : corpus.reference.words.all()) known.insert(corpus.vocabulary[word]);
  Kinds kinds{{"word", "number", "name", "punctuation"}, {}};
  std::string lower;
  for (uint32_t word = 0; word < corpus.vocabulary.size(); ++word) {
    const auto look = LookOf(corpus.vocabulary[word]);
    lower.clear();
    if (look.begins_upper) AppendLowercase(corpus.vocabulary[word], lower);
    if (!look.letters) {
      kinds.of.push_back(look.digits ? kNumber : kPunctuation);
    } else {
      kinds.of.push_back(look.begins_upper && !known.contains(lower) ? kName : kWord);
    }
  }
  return kinds;
}

Kinds SegmentsByLength(const Corpus& corpus) {
  Kinds kinds{NamesBetween(kLengths, kNoLeast), {}};
  for (size_t i = 0; i < corpus.segments(); ++i) {
    kinds.of.push_back(KindOf(kLengths, static_cast<int64_t>(corpus.reference.words[i].size())));
  }
  return kinds;
}

Kinds SegmentsByRarestWord(const Corpus& corpus, const WordFrequencies& frequencies) {
  Kinds kinds{FrequencyNames(), {}};
  const auto none = static_cast<uint32_t>(kinds.names.size());
  kinds.names.emplace_back("no words");
  for (size_t i = 0; i < corpus.segments(); ++i) {
    uint32_t kind = none;
    for (const uint32_t word : corpus.reference.words[i]) {
      kind = std::min(kind, FrequencyKind(frequencies[word]));
    }
    kinds.of.push_back(kind);
  }
  return kinds;
}

Kinds SegmentsByLengthDifference(const Corpus& corpus, size_t system) {
  Kinds kinds{NamesBetween(kDifferences, kNoLeast), {}};
  for (size_t i = 0; i < corpus.segments(); ++i) {
    const auto of_system = static_cast<int64_t>(corpus.systems[system].words[i].size());
    const auto of_reference = static_cast<int64_t>(corpus.reference.words[i].size());
    kinds.of.push_back(KindOf(kDifferences, of_system - of_reference));
  }
  return kinds;
}

Kinds SegmentsByScore(std::span<const double> scores, double scale) {
  Kinds kinds;
  const auto cutoff = [&](int tenth) { return tenth * scale / kTenths; };
  for (int tenth = 0; tenth < kTenths; ++tenth) {
    if (tenth == 0) {
      kinds.names.push_back(fmt::format("<{:g}", cutoff(1)));
    } else if (tenth + 1 == kTenths) {
      kinds.names.push_back(fmt::format("{:g}+", cutoff(tenth)));
    } else {
      kinds.names.push_back(fmt::format("{:g} to <{:g}", cutoff(tenth), cutoff(tenth + 1)));
    }
  }
  for (const double score : scores) {
    uint32_t kind = 0;
    if (std::isnan(score)) kind = kTenths;
    while (kind + 1 < kTenths && score >= cutoff(static_cast<int>(kind) + 1)) ++kind;
    kinds.of.push_back(kind);
  }
  return kinds;
}

}  // namespace mtgauge
