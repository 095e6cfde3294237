// The fields of Findings, for JSON with all counts. Most parts of them have numbers where the
// answer has names, so a part is described with what has the names.
#pragma once

#include <string>
#include <vector>

#include "core/report/compare/comparison_fields.h"
#include "mtgauge/explain.h"

namespace mtgauge {

// A kind of segments, and a system's share of a histogram.
struct KindOfSegments {
  const SegmentBuckets& buckets;
  size_t kind;
};
template <>
inline constexpr auto kFields<KindOfSegments> = [] {
  using T = KindOfSegments;
  return std::to_array<Field<T>>({
      {"name", "name of the kind", [](const T& of) { return Json(of.buckets.names[of.kind]); }},
      {"segments", "number of scored segments of this kind",
       [](const T& of) { return Json(of.buckets.segments[of.kind]); }},
  });
}();

template <>
inline constexpr auto kFields<SegmentBuckets> = [] {
  using T = SegmentBuckets;
  return std::to_array<Field<T>>({
      Of<&T::by>("by", "what the kinds are made by"),
      Of<&T::label>("label", "the same in words"),
      OfParts<T, KindOfSegments>(
          "kinds", "the kinds, in order",
          [](const T& buckets) { return Numbered<KindOfSegments>(buckets.names.size(), buckets); }),
      {"metrics", "the comparison on each kind, like `metrics` of a comparison",
       [](const T& buckets) { return Json(buckets.metrics); }},
  });
}();

// What the parts below are of.
struct HistogramOf {
  const Findings& findings;
  const SegmentHistogram& histogram;
};
template <>
inline constexpr auto kFields<HistogramOf> = [] {
  using T = HistogramOf;
  return std::to_array<Field<T>>({
      {"by", "what the kinds are made by", [](const T& of) { return Json(of.histogram.by); }},
      {"kinds", "names of the kinds", [](const T& of) { return Json(of.histogram.names); }},
      {"systems", "for each system its `name` and `counts`, the segments of each kind",
       [](const T& of) {
         return ListOf(of.findings.systems.size(), [&](size_t s) {
           return Json{{"name", of.findings.systems[s]}, {"counts", of.histogram.counts[s]}};
         });
       }},
  });
}();

// Words of one kind, and those in the output of one system.
struct WordsOfKind {
  const Findings& findings;
  const WordKind& kind;
};
struct WordsOfSystem : WordsOfKind {
  size_t system;
  const WordCounts& counts() const { return kind.systems[system]; }
};
template <>
inline constexpr auto kFields<WordsOfSystem> = [] {
  using T = WordsOfSystem;
  return std::to_array<Field<T>>({
      {"name", "name of the system",
       [](const T& of) { return Json(of.findings.systems[of.system]); }},
      {"hypothesis", "such words in its output",
       [](const T& of) { return Json(of.counts().hypothesis); }},
      {"matches", "those that match a word of the reference",
       [](const T& of) { return Json(of.counts().matches); }},
      {"precision", "matches over words of the output",
       [](const T& of) { return Json(PrecisionOf(of.counts())); }},
      {"recall", "matches over words of the references",
       [](const T& of) { return Json(RecallOf(of.kind, of.counts())); }},
      {"f1", "harmonic mean of both", [](const T& of) { return Json(F1Of(of.kind, of.counts())); }},
  });
}();
template <>
inline constexpr auto kFields<WordsOfKind> = [] {
  using T = WordsOfKind;
  return std::to_array<Field<T>>({
      {"name", "name of the kind", [](const T& of) { return Json(of.kind.name); }},
      {"reference", "such words in the references",
       [](const T& of) { return Json(of.kind.reference); }},
      OfParts<T, WordsOfSystem>(
          "systems", "the words of each system",
          [](const T& of) { return Numbered<WordsOfSystem>(of.findings.systems.size(), of); }),
  });
}();
struct WordsOfTable {
  const Findings& findings;
  const WordTable& table;
};
template <>
inline constexpr auto kFields<WordsOfTable> = [] {
  using T = WordsOfTable;
  return std::to_array<Field<T>>({
      {"by", "what the kinds are made by", [](const T& of) { return Json(of.table.by); }},
      {"label", "the same in words", [](const T& of) { return Json(of.table.label); }},
      OfParts<T, WordsOfKind>(
          "kinds", "the kinds of words, in order",
          [](const T& of) { return PartsOf<WordsOfKind>(of.findings, of.table.kinds); }),
  });
}();

template <>
inline constexpr auto kFields<NgramDifference> = [] {
  using T = NgramDifference;
  return std::to_array<Field<T>>({
      Of<&T::ngram>("ngram", "tokens separated by spaces"),
      Of<&T::score>("score", "(a + 1) / (a + b + 2); above 0.5, `a` is better"),
      Of<&T::a>("a", "matches of `a`"),
      Of<&T::b>("b", "matches of `b`"),
      Of<&T::reference>("reference", "occurrences in the references"),
      Of<&T::segments>("segments", "first segments where the better system has more matches"),
  });
}();
struct NgramsOf {
  const Findings& findings;
  const NgramDifferences& ngrams;
};
template <>
inline constexpr auto kFields<NgramsOf> = [] {
  using T = NgramsOf;
  return std::to_array<Field<T>>({
      {"a", "first system", [](const T& of) { return Json(of.findings.systems[of.ngrams.a]); }},
      {"b", "second system", [](const T& of) { return Json(of.findings.systems[of.ngrams.b]); }},
      OfParts<T, NgramDifference>("a_better", "n-grams that `a` has right more often",
                                  [](const T& of) { return Json(of.ngrams.a_better); }),
      {"b_better", "n-grams that `b` has right more often",
       [](const T& of) { return Json(of.ngrams.b_better); }},
  });
}();

// Errors of a system: words of the references, then words of the output.
struct ErrorsOf {
  const Findings& findings;
  size_t system;
  const SystemErrors& errors() const { return findings.errors[system]; }
};
inline Json ErrorCountsJson(const ErrorCounts& counts, const char* missing) {
  return {{"inflection", counts.inflection},
          {"order", counts.order},
          {"lexical", counts.lexical},
          {missing, counts.missing}};
}
template <>
inline constexpr auto kFields<ErrorsOf> = [] {
  using T = ErrorsOf;
  return std::to_array<Field<T>>({
      {"system", "name of the system",
       [](const T& of) { return Json(of.findings.systems[of.system]); }},
      {"reference_words", "words of the references",
       [](const T& of) { return Json(of.errors().reference_words); }},
      {"hypothesis_words", "words of the output",
       [](const T& of) { return Json(of.errors().hypothesis_words); }},
      {"reference", "words of the references with errors: inflection, order, lexical, missing",
       [](const T& of) { return ErrorCountsJson(of.errors().reference, "missing"); }},
      {"hypothesis", "words of the output with errors: inflection, order, lexical, extra",
       [](const T& of) { return ErrorCountsJson(of.errors().hypothesis, "extra"); }},
  });
}();

// A segment that one system translates better.
struct ExampleOf {
  const Findings& findings;
  const ExampleTable& table;
  const SegmentDifference& difference;
  const SegmentTexts& texts() const { return findings.segments[difference.segment]; }
};
template <>
inline constexpr auto kFields<ExampleOf> = [] {
  using T = ExampleOf;
  return std::to_array<Field<T>>({
      {"segment", "number of the segment, from 0",
       [](const T& of) { return Json(of.difference.segment); }},
      {"id", "its identifier; or null",
       [](const T& of) {
         const auto& ids = of.findings.ids;
         return ids.empty() ? Json() : Json(ids[of.difference.segment]);
       }},
      {"a", "score of `a`", [](const T& of) { return Json(of.difference.a); }},
      {"b", "score of `b`", [](const T& of) { return Json(of.difference.b); }},
      {"difference", "score of `a` minus score of `b`",
       [](const T& of) { return Json(of.difference.a - of.difference.b); }},
      {"reference", "the first reference; null if missing",
       [](const T& of) {
         const std::string* reference = of.texts().FirstReference();
         return reference == nullptr ? Json() : Json(*reference);
       }},
      {"a_text", "output of `a`",
       [](const T& of) { return Json(of.texts().hypotheses[of.table.a]); }},
      {"b_text", "output of `b`",
       [](const T& of) { return Json(of.texts().hypotheses[of.table.b]); }},
  });
}();
struct ExamplesOfPair {
  const Findings& findings;
  const ExampleTable& table;
  Json List(const std::vector<SegmentDifference>& segments) const {
    return ListOf(segments.size(), [&](size_t i) {
      return ExampleOf{findings, table, segments[i]};
    });
  }
};
template <>
inline constexpr auto kFields<ExamplesOfPair> = [] {
  using T = ExamplesOfPair;
  return std::to_array<Field<T>>({
      {"metric", "metric whose scores differ",
       [](const T& of) { return Json(of.findings.metrics.front()); }},
      {"a", "first system", [](const T& of) { return Json(of.findings.systems[of.table.a]); }},
      {"b", "second system", [](const T& of) { return Json(of.findings.systems[of.table.b]); }},
      OfParts<T, ExampleOf>("a_better", "segments that `a` translates better",
                            [](const T& of) { return of.List(of.table.a_better); }),
      {"b_better", "segments that `b` translates better",
       [](const T& of) { return of.List(of.table.b_better); }},
  });
}();

// An error span that is shown.
struct SpanOf {
  const Findings& findings;
  size_t segment;
  const ShownSpan& span;
};
template <>
inline constexpr auto kFields<SpanOf> = [] {
  using T = SpanOf;
  return std::to_array<Field<T>>({
      {"segment", "number of the segment, from 0", [](const T& of) { return Json(of.segment); }},
      {"system", "name of the system",
       [](const T& of) { return Json(of.findings.systems[of.span.system]); }},
      {"marked_by", "people, or the program",
       [](const T& of) { return Json(of.findings.markers[of.span.marked_by]); }},
      {"rater", "who of them; empty if not given", [](const T& of) { return Json(of.span.rater); }},
      {"start", "first character, from 0", [](const T& of) { return Json(of.span.start); }},
      {"end", "character after the last", [](const T& of) { return Json(of.span.end); }},
      {"severity", "how bad it is; empty if not given",
       [](const T& of) { return Json(of.span.severity); }},
      {"category", "what is wrong; empty if not given",
       [](const T& of) { return Json(of.span.category); }},
  });
}();
inline Json SpansJson(const Findings& findings) {
  Json list = Json::array();
  for (size_t i = 0; i < findings.spans.size(); ++i) {
    for (const ShownSpan& span : findings.spans[i]) list.push_back(SpanOf{findings, i, span});
  }
  return list;
}

// Returns an object with a value for each system: make(0), make(1), ...
template <typename Make>
Json BySystem(const Findings& findings, const Make& make) {
  Json systems = Json::object();
  for (size_t s = 0; s < findings.systems.size(); ++s) systems[findings.systems[s]] = make(s);
  return systems;
}

template <>
inline constexpr auto kFields<Findings> = [] {
  using T = Findings;
  return std::to_array<Field<T>>({
      {"segments", "number of scored segments",
       [](const T& findings) { return Json(findings.comparison.segments); }},
      Of<&T::systems>("systems", "names of the systems"),
      {"words_by", "what words are: `tokenizer`, `lowercase`, `base_forms`",
       [](const T& findings) {
         return Json{{"tokenizer", findings.tokenizer},
                     {"lowercase", findings.lowercase},
                     {"base_forms", findings.base_forms}};
       }},
      Of<&T::citation>("citation", "sentence for a methods section, and BibTeX entries"),
      {"comparison", "the comparison over all segments, as `compare` gives it",
       [](const T&) { return Json(); }},
      {"details", "for each `metric`, the figures behind its scores: `systems`, by name",
       [](const T& findings) {
         return ListOf(findings.details.size(), [&](size_t m) {
           return Json{{"metric", findings.metrics[m]},
                       {"systems", BySystem(findings, [&](size_t s) {
                          return DetailsJson(findings.details[m][s]);
                        })}};
         });
       }},
      Of<&T::buckets>("buckets", "the comparison on kinds of segments"),
      OfParts<T, HistogramOf>(
          "histograms", "number of segments of each kind",
          [](const T& findings) { return PartsOf<HistogramOf>(findings, findings.histograms); }),
      OfParts<T, WordsOfTable>(
          "words", "how well systems translate kinds of words",
          [](const T& findings) { return PartsOf<WordsOfTable>(findings, findings.words); }),
      OfParts<T, NgramsOf>(
          "ngrams", "n-grams that one system has right more often, for each pair",
          [](const T& findings) { return PartsOf<NgramsOf>(findings, findings.ngrams); }),
      OfParts<T, ErrorsOf>(
          "errors", "errors of each system by class",
          [](const T& findings) { return Numbered<ErrorsOf>(findings.errors.size(), findings); }),
      {"checks", "for each `check`, how many outputs are broken: `found`, by system",
       [](const T& findings) {
         return ListOf(findings.checks.size(), [&](size_t i) {
           return Json{{"check", findings.checks[i].check},
                       {"found",
                        BySystem(findings, [&](size_t s) { return findings.checks[i].found[s]; })}};
         });
       }},
      OfParts<T, ExamplesOfPair>(
          "examples", "segments that one system translates better, for each pair",
          [](const T& findings) { return PartsOf<ExamplesOfPair>(findings, findings.examples); }),
      OfParts<T, SpanOf>("spans", "error spans, if files of them are given", SpansJson),
  });
}();

}  // namespace mtgauge
