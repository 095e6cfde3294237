// Whether terms of the source are translated as a glossary says. A segment has, for its terms:
//
//   rate         how many of them have a translation in the hypothesis (WMT25, track 1)
//   occurrences  the sum of translations in the hypothesis per occurrence in the source, at most 1
//                for each term; only of terms with a translation in a reference (WMT25, track 2)
//   exact        how many occurrences have a translation of their own: no two begin at one place
//                (Alam et al. 2021)
//   window       how many of the words around the translations in a reference stand around those of
//                the hypothesis, too: the mean over pairs of places of one translation, the best
//                pair first, with the best reference (Alam et al. 2021)
//
// The score divides their sum by the number of terms, of occurrences, or of segments (window).
#include <algorithm>
#include <tuple>
#include <utility>

#include "core/base/kept_list.h"
#include "core/contract/fixed_sum.h"
#include "core/contract/metric_of.h"
#include "core/contract/terms.h"
#include "core/text/unicode.h"
#include "core/text/utf8.h"

namespace mtgauge {
namespace {

struct TermsPrepared {
  FoundTerms terms;
  KeptList<TermText> references;
  std::vector<const std::string*> forms;  // translations of the terms, each once
};

struct WordPlace {
  uint32_t begin, end;
};
struct PlacePair {
  double share;
  uint32_t reference, hypothesis;
};

struct TermsScratch : Scratch {
  Terms::Scratch finding;
  TermText hypothesis;
  std::vector<size_t> cursors;  // [translation of a found term]
  std::vector<uint8_t> begun;   // [place in the hypothesis]: a translation was found here
  std::vector<WordPlace> reference_places, hypothesis_places;
  std::vector<std::string_view> reference_words, hypothesis_words;
  std::vector<PlacePair> pairs;
  std::vector<uint8_t> reference_taken, hypothesis_taken;
};

double CountTranslated(const Terms& terms, const TermsPrepared& prepared, uint32_t,
                       TermsScratch& work) {
  const auto& found = prepared.terms.found;
  return static_cast<double>(std::count_if(found.begin(), found.end(), [&](const FoundTerm& one) {
    return terms.all()[one.term].IsTranslatedIn(work.hypothesis);
  }));
}

double SumOfRates(const Terms& terms, const TermsPrepared& prepared, uint32_t, TermsScratch& work) {
  const std::string_view text = work.hypothesis.text;
  const size_t shared = work.hypothesis.joined.empty() ? 0 : 1;  // the space between words
  double sum = 0;
  for (const FoundTerm& found : prepared.terms.found) {
    uint64_t count = 0;
    for (const std::string& form : terms.all()[found.term].forms) {
      for (size_t at = text.find(form); at != text.npos;
           at = text.find(form, at + form.size() - shared)) {
        ++count;
      }
    }
    sum += std::min(1.0, static_cast<double>(count) / found.count);
  }
  return sum;
}

// Each occurrence takes the first free place of the first translation that has one.
double CountExact(const Terms& terms, const TermsPrepared& prepared, uint32_t, TermsScratch& work) {
  const std::string_view text = work.hypothesis.text;
  work.cursors.assign(prepared.terms.forms, 0);
  work.begun.assign(text.size(), 0);
  const auto take = [&](const FoundTerm& found) {
    size_t cursor = found.first_form;
    for (const std::string& form : terms.all()[found.term].forms) {
      size_t& at = work.cursors[cursor++];  // only moves on, since a taken place stays taken
      if (at != text.npos) at = text.find(form, at);
      while (at != text.npos && work.begun[at] != 0) at = text.find(form, at + 1);
      if (at == text.npos) continue;
      work.begun[at] = 1;
      return true;
    }
    return false;
  };
  return static_cast<double>(
      std::count_if(prepared.terms.occurrences.begin(), prepared.terms.occurrences.end(),
                    [&](uint32_t index) { return take(prepared.terms.found[index]); }));
}

// Finds the places of a translation in a text of words.
void FindPlaces(const TermText& text, const std::string& form, std::vector<WordPlace>& places) {
  const auto spaces = static_cast<uint32_t>(std::count(form.begin(), form.end(), ' '));
  places.clear();
  for (size_t at = text.text.find(form); at != text.text.npos; at = text.text.find(form, at + 1)) {
    const auto word = std::lower_bound(text.begins.begin(), text.begins.end(), at);
    const auto begin = static_cast<uint32_t>(word - text.begins.begin());
    places.push_back({begin, begin + spaces - 1});
  }
}

bool IsPunctuationMark(std::string_view word) {
  for (size_t at = 0; at < word.size();) {
    const CodePoint c = DecodeAt(word, at);
    if (!IsPunctuation(c.value) && !IsSymbol(c.value)) return false;
    at += c.length;
  }
  return true;
}

// Lists up to `window` words before and after a place, without punctuation.
void ListAround(const Tokens& tokens, WordPlace place, uint32_t window,
                std::vector<std::string_view>& words) {
  words.clear();
  for (uint32_t i = place.begin; i-- > 0 && words.size() < window;) {
    if (!IsPunctuationMark(tokens[i])) words.push_back(tokens[i]);
  }
  const size_t most = words.size() + window;
  for (uint32_t i = place.end; i < tokens.count && words.size() < most; ++i) {
    if (!IsPunctuationMark(tokens[i])) words.push_back(tokens[i]);
  }
}

// Returns the share of the reference's words that are among the hypothesis', which are used up.
double ShareOfWords(const std::vector<std::string_view>& reference,
                    std::vector<std::string_view>& hypothesis) {
  size_t common = 0;
  for (const std::string_view word : reference) {
    const auto found = std::find(hypothesis.begin(), hypothesis.end(), word);
    if (found == hypothesis.end()) continue;
    hypothesis.erase(found);
    ++common;
  }
  if (common == 0) return 0;
  return static_cast<double>(common) / static_cast<double>(reference.size());
}

// Compares all places of one translation in a reference with all in the hypothesis.
void ListPairs(const TermText& reference, uint32_t window, TermsScratch& work) {
  constexpr size_t kMostPairs = size_t{1} << 22;
  work.pairs.clear();
  const size_t pairs = work.reference_places.size() * work.hypothesis_places.size();
  work.beyond_budget = work.beyond_budget || pairs * window > kMostPairs;
  if (work.beyond_budget) return;
  for (uint32_t r = 0; r < work.reference_places.size(); ++r) {
    ListAround(reference.tokens, work.reference_places[r], window, work.reference_words);
    for (uint32_t h = 0; h < work.hypothesis_places.size(); ++h) {
      ListAround(work.hypothesis.tokens, work.hypothesis_places[h], window, work.hypothesis_words);
      work.pairs.push_back({ShareOfWords(work.reference_words, work.hypothesis_words), r, h});
    }
  }
  std::sort(work.pairs.begin(), work.pairs.end(), [](const PlacePair& a, const PlacePair& b) {
    return std::tuple(-a.share, a.reference, a.hypothesis) <
           std::tuple(-b.share, b.reference, b.hypothesis);
  });
}

double BestOverlap(const Terms&, const TermsPrepared& prepared, uint32_t window,
                   TermsScratch& work) {
  double best = 0;
  for (const TermText& reference : prepared.references) {
    double sum = 0;
    uint32_t count = 0;
    for (const std::string* const form : prepared.forms) {
      FindPlaces(reference, *form, work.reference_places);
      FindPlaces(work.hypothesis, *form, work.hypothesis_places);
      ListPairs(reference, window, work);
      work.reference_taken.assign(work.reference_places.size(), 0);
      work.hypothesis_taken.assign(work.hypothesis_places.size(), 0);
      for (const PlacePair& pair : work.pairs) {
        uint8_t& taken = work.reference_taken[pair.reference];
        uint8_t& taken_too = work.hypothesis_taken[pair.hypothesis];
        if (taken + taken_too > 0) continue;
        taken = taken_too = 1;
        sum += pair.share;
        ++count;
      }
    }
    if (count > 0) best = std::max(best, sum / count);
  }
  return best;
}

struct TermStat {
  std::string_view name;
  std::string_view match;  // by default
  bool windows;            // compares words around translations, so that terms are words
  bool of_references;      // only terms that a reference translates count
  std::string_view paper;
  double (*matched)(const Terms&, const TermsPrepared&, uint32_t window, TermsScratch&);
};
constexpr TermStat kTermStats[] = {
    {"rate", "substring", false, false, "", &CountTranslated},
    {"occurrences", "substring", false, true, "", &SumOfRates},
    {"exact", "word", false, false, "Alam et al. (2021)", &CountExact},
    {"window", "word", true, true, "Alam et al. (2021)", &BestOverlap},
};

class Terminology final : public MetricOf<Terminology, TermsPrepared, TermsScratch> {
 public:
  Terminology(TermOptions options, const TermStat& stat, uint32_t window)
      : options_(std::move(options)), stat_(&stat), window_(window) {}

  std::vector<std::string_view> MorePapers() const override {
    if (stat_->paper.empty()) return {};
    return {stat_->paper};
  }
  std::vector<ViewSpec> Views() const override { return {options_.View()}; }
  std::vector<std::string> Columns() const override { return {"matched", "matched_rest", "terms"}; }
  SignatureKeyList SignatureKeys() const override {
    SignatureKeyList own = {{"stat", std::string(stat_->name)}};
    if (stat_->windows) own.emplace_back("window", std::to_string(window_));
    return options_.SignatureKeys(std::move(own));
  }

  void Prepare(const ReferenceViews& references, TermsScratch& work, TermsPrepared& out) const {
    work.beyond_budget = !options_.terms->Find(references.source.front(), references.segment,
                                               work.finding, out.terms);
    out.references.Resize(stat_->of_references ? references.count : 0);
    for (uint32_t r = 0; r < out.references.size(); ++r) {
      out.references[r].Set(references.views[r], options_.words);
    }
    if (stat_->of_references) DropUntranslated(out);
    if (stat_->windows) ListForms(out);
  }

  void ExtractRow(const TermsPrepared& prepared, std::span<const SegmentView> hypothesis,
                  TermsScratch& work, int64_t* row) const {
    work.hypothesis.Set(hypothesis[0], options_.words);
    work.beyond_budget =
        work.beyond_budget || prepared.terms.forms * work.hypothesis.text.size() > kMostSteps;
    FixedSum::Write(stat_->matched(*options_.terms, prepared, window_, work), row);
    row[2] = static_cast<int64_t>(CountedIn(prepared));
  }

  double Score(std::span<const int64_t> sums, Level) const override {
    return 100.0 * FixedSum::Mean(sums, sums[2]);
  }
  std::vector<Detail> Details(std::span<const int64_t> sums, Level) const override {
    return {{"matched", FixedSum::Read(sums)}, {"terms", sums[2]}};
  }
  std::string Beyond(uint64_t segments) const override { return options_.Beyond(segments); }
  std::string Caution(std::span<const int64_t> sums) const override {
    if (sums[2] > 0) return {};
    return std::string(stat_->of_references ? kNoTranslatedTerm : kNoTerm);
  }

 private:
  void DropUntranslated(TermsPrepared& out) const {
    std::erase_if(out.terms.found, [&](const FoundTerm& found) {
      const Term& term = options_.terms->all()[found.term];
      return std::none_of(out.references.begin(), out.references.end(),
                          [&term](const TermText& text) { return term.IsTranslatedIn(text); });
    });
  }
  void ListForms(TermsPrepared& out) const {
    out.forms.clear();
    for (const FoundTerm& found : out.terms.found) {
      for (const std::string& form : options_.terms->all()[found.term].forms) {
        out.forms.push_back(&form);
      }
    }
    const auto less = [](const std::string* a, const std::string* b) { return *a < *b; };
    const auto same = [](const std::string* a, const std::string* b) { return *a == *b; };
    std::sort(out.forms.begin(), out.forms.end(), less);
    out.forms.erase(std::unique(out.forms.begin(), out.forms.end(), same), out.forms.end());
  }
  size_t CountedIn(const TermsPrepared& prepared) const {
    if (stat_->windows) return prepared.terms.found.empty() ? 0 : 1;
    if (stat_->matched == &CountExact) return prepared.terms.occurrences.size();
    return prepared.terms.found.size();
  }

  TermOptions options_;
  const TermStat* stat_;
  uint32_t window_;
};

Result<std::unique_ptr<Metric>> MakeTerminology(const MetricOptions& given,
                                                const MetricContext& context) {
  constexpr uint32_t kMostWords = 1000;
  MTG_ASSIGN_OR_RETURN(const TermStat* stat, ReadNamed(given, "stat", std::span(kTermStats)));
  MTG_ASSIGN_OR_RETURN(const uint32_t window, ReadWhole(given, "window", 2, 1, kMostWords));
  MTG_ASSIGN_OR_RETURN(TermOptions options, TermOptions::Read(given, context, stat->match));
  if (stat->windows && !options.words) {
    return UsageError({.option = "match"}, "stat=window compares words around terms",
                      "leave out match=substring");
  }
  if (!stat->windows && given.contains("window")) {
    return UsageError({.option = "window"}, "window=N is for stat=window",
                      "add stat=window, or leave it out");
  }
  return std::make_unique<Terminology>(std::move(options), *stat, window);
}

constexpr MetricOptionRow kTerminologyOptions[] = {
    kGlossaryOption,
    {"stat", "NAME", "rate",
     "rate: terms with a translation; occurrences: also how often; exact: each occurrence has its "
     "own; window: the words around them"},
    {"match", "HOW", "substring",
     "substring: terms are found as they are, also within words; word: as words of the tokenizer, "
     "the default for exact and window"},
    {"window", "N", "2", "stat=window: words on each side, without punctuation"},
    {"tok", "NAME", "13a", "match=word: tokenizer of source, glossary and translation"},
    {"lc", "yes|no", "yes", "compare in lower case"},
};

}  // namespace

extern const MetricRow kTerminology;
const MetricRow kTerminology = {
    .name = "terminology",
    .title = "terminology",
    .help = "percentage of the source's terms that are translated as a glossary says",
    .paper = "Semenov et al. (2025)",
    .scale = 100,
    .higher_is_better = true,
    .options = kTerminologyOptions,
    .make = &MakeTerminology,
    .references =
        "not used, but for stat=occurrences (a term counts if one of them translates it) and "
        "stat=window (the best one)",
    .needs_source = true,
    .equal_is_perfect = false,
    .notes = "Nothing is lemmatized: list inflected forms in the glossary.",
};

}  // namespace mtgauge
