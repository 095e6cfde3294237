// Whether terms of the source are always translated in the same way, after WMT25's terminology
// task. Each segment with a term counts once, with the translation of the glossary that the
// hypothesis has first. The score is the share of the translation that is meant:
//
//   frequent    the one that most segments have
//   predefined  the first of the glossary
//
// over all counts (micro), or as the mean over the terms (macro). A segment without a translation
// counts as another one. The task aligns terms by a language model; here they are looked up. Its
// third way, the first translation of a text, would depend on the order of rows.
#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "core/contract/metric_of.h"
#include "core/contract/terms.h"

namespace mtgauge {
namespace {

constexpr size_t kMostColumns = 4096;

struct ConsistencyScratch : Scratch {
  Terms::Scratch finding;
  TermText hypothesis;
};

// A term and its translations: their columns.
struct TermColumns {
  uint32_t term = 0;  // the number of its segments
  uint32_t end = 0;
};

class TermConsistency final : public MetricOf<TermConsistency, FoundTerms, ConsistencyScratch> {
 public:
  TermConsistency(TermOptions options, std::vector<std::string> columns, bool predefined,
                  bool macro)
      : options_(std::move(options)),
        columns_(std::move(columns)),
        predefined_(predefined),
        macro_(macro) {
    for (uint32_t c = 0; c < columns_.size(); ++c) {
      if (terms_.empty() || columns_[c].find(kMark) == std::string::npos) terms_.push_back({c, c});
      terms_.back().end = c + 1;
    }
  }

  // "TERM" for the segments that have the term, "TERM: TRANSLATION" for those with a translation.
  static constexpr char kMark = '\t';
  static std::vector<std::string> ColumnsOf(const Terms& terms) {
    std::vector<std::string> columns;
    for (const Term& term : terms.all()) {
      columns.push_back(term.name);
      for (const std::string& name : term.names) columns.push_back(term.name + kMark + name);
    }
    return columns;
  }

  std::vector<ViewSpec> Views() const override { return {options_.View()}; }
  std::vector<std::string> Columns() const override { return columns_; }
  SignatureKeyList SignatureKeys() const override {
    return options_.SignatureKeys({{"form", predefined_ ? "predefined" : "frequent"},
                                   {"average", macro_ ? "macro" : "micro"}});
  }

  void Prepare(const ReferenceViews& references, ConsistencyScratch& work, FoundTerms& out) const {
    work.beyond_budget =
        !options_.terms->Find(references.source.front(), references.segment, work.finding, out);
  }

  void ExtractRow(const FoundTerms& terms, std::span<const SegmentView> hypothesis,
                  ConsistencyScratch& work, int64_t* row) const {
    work.hypothesis.Set(hypothesis[0], options_.words);
    std::fill_n(row, columns_.size(), 0);
    for (const FoundTerm& found : terms.found) {
      int64_t* const counts = row + terms_[found.term].term;
      *counts = 1;
      const std::vector<std::string>& forms = options_.terms->all()[found.term].forms;
      const size_t first = FirstOf(forms, work.hypothesis.text);
      if (first < forms.size()) counts[1 + first] = 1;
    }
  }

  double Score(std::span<const int64_t> sums, Level) const override {
    int64_t segments = 0, same = 0, terms = 0;
    double shares = 0;
    for (const TermColumns& columns : terms_) {
      const int64_t of_term = sums[columns.term];
      const auto forms = sums.subspan(columns.term + 1, columns.end - columns.term - 1);
      if (of_term == 0 || forms.empty()) continue;
      const int64_t meant = predefined_ ? forms[0] : *std::max_element(forms.begin(), forms.end());
      segments += of_term;
      same += meant;
      shares += static_cast<double>(meant) / static_cast<double>(of_term);
      ++terms;
    }
    if (terms == 0) return 0;
    return macro_ ? 100.0 * shares / static_cast<double>(terms)
                  : 100.0 * static_cast<double>(same) / static_cast<double>(segments);
  }
  std::vector<Detail> Details(std::span<const int64_t> sums, Level) const override {
    std::vector<Detail> details;
    for (const TermColumns& columns : terms_) {
      const int64_t segments = sums[columns.term];
      int64_t translated = 0;
      details.push_back({columns_[columns.term], segments});
      for (uint32_t c = columns.term + 1; c < columns.end; ++c) {
        std::string name = columns_[c];
        details.push_back({name.replace(name.find(kMark), 1, ": "), sums[c]});
        translated += sums[c];
      }
      const double share =
          segments == 0 ? 0
                        : 100.0 * static_cast<double>(translated) / static_cast<double>(segments);
      details.push_back({columns_[columns.term] + ": % translated", share});
    }
    return details;
  }
  std::string Caution(std::span<const int64_t> sums) const override {
    const bool found = std::any_of(sums.begin(), sums.end(), [](int64_t sum) { return sum != 0; });
    return found ? std::string() : std::string(kNoTerm);
  }

 private:
  // Returns the number of the translation that comes first in a text, of several the longest.
  static size_t FirstOf(const std::vector<std::string>& forms, std::string_view text) {
    size_t best = forms.size(), place = text.npos;
    for (size_t f = 0; f < forms.size(); ++f) {
      const size_t at = text.find(forms[f]);
      if (at == text.npos || at > place) continue;
      if (at == place && forms[f].size() <= forms[best].size()) continue;
      best = f;
      place = at;
    }
    return best;
  }

  TermOptions options_;
  std::vector<std::string> columns_;
  std::vector<TermColumns> terms_;
  bool predefined_, macro_;
};

struct ConsistencyName {
  std::string_view name;
};
constexpr ConsistencyName kMeantForms[] = {{"frequent"}, {"predefined"}};
constexpr ConsistencyName kConsistencyMeans[] = {{"micro"}, {"macro"}};

Result<std::unique_ptr<Metric>> MakeConsistency(const MetricOptions& given,
                                                const MetricContext& context) {
  MTG_ASSIGN_OR_RETURN(TermOptions options, TermOptions::Read(given, context, "substring"));
  MTG_ASSIGN_OR_RETURN(const ConsistencyName* form,
                       ReadNamed(given, "form", std::span(kMeantForms)));
  MTG_ASSIGN_OR_RETURN(const ConsistencyName* mean,
                       ReadNamed(given, "average", std::span(kConsistencyMeans)));
  std::vector<std::string> columns;
  if (context.rows != nullptr) {
    columns = context.rows->columns();
  } else {
    columns = TermConsistency::ColumnsOf(*options.terms);
  }
  if (columns.size() > kMostColumns) {
    return UsageError({.option = std::string(kGlossaryOption.name)},
                      fmt::format("consistency counts each term and translation, at most {} of "
                                  "them; the glossary has {}",
                                  kMostColumns, columns.size()),
                      "leave out terms that the source does not have");
  }
  for (const Term& term : options.terms ? options.terms->all() : std::vector<Term>()) {
    if (term.segment == 0) continue;
    return UsageError({.option = std::string(kGlossaryOption.name)},
                      fmt::format("'{}' is a term of segment {} only", term.name, term.segment),
                      "leave out the third column for consistency");
  }
  return std::make_unique<TermConsistency>(std::move(options), std::move(columns),
                                           form->name == "predefined", mean->name == "macro");
}

constexpr MetricOptionRow kConsistencyOptions[] = {
    kGlossaryOption,
    {"form", "NAME", "frequent",
     "the translation that is meant: the most frequent one (frequent) or the glossary's first "
     "(predefined)"},
    {"average", "NAME", "micro", "over all counts (micro), or the mean over terms (macro)"},
    kTermMatchOption,
    {"tok", "NAME", "13a", "match=word: tokenizer of source, glossary and translation"},
    {"lc", "yes|no", "yes", "compare in lower case"},
};

}  // namespace

extern const MetricRow kConsistency;
const MetricRow kConsistency = {
    .name = "term-consistency",
    .title = "term consistency",
    .help = "percentage of the source's terms that have the same translation as elsewhere",
    .paper = "Semenov et al. (2025)",
    .scale = 100,
    .higher_is_better = true,
    .options = kConsistencyOptions,
    .make = &MakeConsistency,
    .references = "not used",
    .needs_source = true,
    .equal_is_perfect = false,
    .notes =
        "Each segment with a term counts once, with the first translation of the glossary that it "
        "has. The details of a score are the counts for each term and translation, and the share "
        "of the term's segments with any of them.",
};

}  // namespace mtgauge
