// The table of formats of Findings, and the tables and segments that the formats for humans share.
#include "core/report/explain/findings_writer.h"

#include <fmt/format.h>

#include <algorithm>
#include <numeric>
#include <utility>
#include <variant>

#include "core/base/printing.h"
#include "core/base/suggest.h"
#include "core/report/compare/comparison_writer.h"
#include "core/report/compare/difference_notes.h"
#include "core/report/write_options.h"
#include "core/text/utf8.h"

namespace mtgauge {
namespace {

constexpr AnswerFormat<Findings> kFormats[] = {
    {"text", FindingsText}, {"json", FindingsJson}, {"markdown", FindingsMarkdown}};

std::vector<std::string> NamesOf(const Findings& findings) {
  return PrintedNames(findings.comparison.metrics.front());
}

TextTable TableWith(const std::string& first, std::vector<std::string> numbers) {
  TextTable table{{{first, true}}, {}, {}};
  for (std::string& title : numbers) table.columns.push_back({std::move(title)});
  return table;
}

std::string DetailText(int64_t value) { return std::to_string(value); }
std::string DetailText(double value) { return fmt::format("{:.6g}", value); }
template <typename Number>
std::string DetailText(const std::vector<Number>& values) {
  std::string text;
  for (const Number value : values) text += (text.empty() ? "" : "/") + DetailText(value);
  return text;
}

// Differences are shown only if there are few pairs.
constexpr size_t kMostDifferences = 3;

// Makes a metric's table over kinds of segments: scores, and differences with a mark if they are
// significant.
FindingsTable BucketTable(const Findings& findings, const SegmentBuckets& buckets, size_t metric,
                          const WriteOptions& options) {
  const std::vector<std::string> names = NamesOf(findings);
  const MetricComparison& whole = findings.comparison.metrics[metric];
  const bool differences = whole.pairs.size() <= kMostDifferences;
  std::vector<std::string> titles = {"segments"};
  titles.insert(titles.end(), names.begin(), names.end());
  for (const PairTest& pair : whole.pairs) {
    if (differences) titles.push_back(names[pair.a] + " - " + names[pair.b]);
  }
  FindingsTable shown{fmt::format("{} by {}", whole.metric, buckets.label),
                      TableWith(buckets.by, std::move(titles))};
  const size_t metrics = findings.comparison.metrics.size();
  size_t at = metric;
  for (size_t kind = 0; kind < buckets.names.size(); ++kind) {
    if (buckets.segments[kind] == 0) continue;
    const MetricComparison& group = buckets.metrics[at];
    at += metrics;
    std::vector<std::string> row = {Printable(group.group), std::to_string(buckets.segments[kind])};
    for (const SystemEstimate& system : group.systems) {
      row.push_back(RoundedScore(system.score, whole.scale, options));
    }
    for (const PairTest& pair : group.pairs) {
      if (!differences) break;
      row.push_back(fmt::format("{:+.{}f}{}", pair.difference,
                                ScoreDigits(pair.difference, whole.scale, options),
                                pair.significant ? '*' : ' '));
    }
    shown.table.rows.push_back(std::move(row));
  }
  return shown;
}

FindingsTable HistogramTable(const Findings& findings, const SegmentHistogram& histogram) {
  FindingsTable shown{"Segments by " + histogram.by, TableWith(histogram.by, NamesOf(findings))};
  for (size_t kind = 0; kind < histogram.names.size(); ++kind) {
    std::vector<std::string> row = {histogram.names[kind]};
    uint64_t all = 0;
    for (const std::vector<uint64_t>& counts : histogram.counts) {
      row.push_back(std::to_string(counts[kind]));
      all += counts[kind];
    }
    if (all > 0) shown.table.rows.push_back(std::move(row));
  }
  return shown;
}

FindingsTable WordsTable(const Findings& findings, const WordTable& words) {
  std::vector<std::string> titles = {"in references"};
  for (const std::string& name : NamesOf(findings)) titles.push_back(name);
  FindingsTable shown{"F1 of words by " + words.label, TableWith(words.by, std::move(titles))};
  for (const WordKind& kind : words.kinds) {
    std::vector<std::string> row = {Printable(kind.name), std::to_string(kind.reference)};
    uint64_t all = kind.reference;
    for (const WordCounts& counts : kind.systems) {
      row.push_back(fmt::format("{:.1f}%", 100 * F1Of(kind, counts)));
      all += counts.hypothesis;
    }
    if (all > 0) shown.table.rows.push_back(std::move(row));
  }
  return shown;
}

FindingsTable ErrorsTable(const Findings& findings) {
  const std::vector<std::string> names = NamesOf(findings);
  FindingsTable shown{"Errors per 100 words of the reference", TableWith("system", {})};
  if (findings.base_forms) shown.table.columns.push_back({"inflection"});
  for (const char* title : {"order", "lexical", "missing", "extra"}) {
    shown.table.columns.push_back({title});
  }
  for (size_t s = 0; s < names.size(); ++s) {
    const SystemErrors& errors = findings.errors[s];
    const auto rate = [&](uint64_t count) {
      const auto words = static_cast<double>(std::max<uint64_t>(errors.reference_words, 1));
      return fmt::format("{:.1f}", 100 * static_cast<double>(count) / words);
    };
    std::vector<std::string> row = {names[s]};
    if (findings.base_forms) row.push_back(rate(errors.reference.inflection));
    row.insert(row.end(), {rate(errors.reference.order), rate(errors.reference.lexical),
                           rate(errors.reference.missing), rate(errors.hypothesis.missing)});
    shown.table.rows.push_back(std::move(row));
  }
  return shown;
}

FindingsTable NgramsTable(const std::vector<NgramDifference>& ngrams, const std::string& better,
                          const std::string& a, const std::string& b) {
  FindingsTable shown{
      fmt::format("N-grams that {} gets right more often ({} and {})", better, a, b),
      TableWith("n-gram", {"score", a, b, "in references"})};
  for (const NgramDifference& ngram : ngrams) {
    shown.table.rows.push_back({Printable(ngram.ngram), fmt::format("{:.4f}", ngram.score),
                                std::to_string(ngram.a), std::to_string(ngram.b),
                                std::to_string(ngram.reference)});
  }
  return shown;
}

std::vector<std::string_view> WordsOf(std::string_view text) {
  std::vector<std::string_view> words;
  for (size_t at = 0; at < text.size();) {
    const size_t begin = text.find_first_not_of(" \t\n", at);
    if (begin == std::string_view::npos) break;
    at = std::min(text.find_first_of(" \t\n", begin), text.size());
    words.push_back(text.substr(begin, at - begin));
  }
  return words;
}

// Returns for each word of b if it is in a longest common subsequence with a. Long texts are not
// compared.
std::vector<bool> CommonWords(const std::vector<std::string_view>& a,
                              const std::vector<std::string_view>& b) {
  constexpr size_t kMostPairs = size_t{1} << 22;
  std::vector<bool> common(b.size());
  if (a.size() * b.size() > kMostPairs) return common;
  const size_t width = b.size() + 1;
  std::vector<uint32_t> length((a.size() + 1) *
                               width);  // [i * width + j]: for the words from i and j on
  for (size_t i = a.size(); i-- > 0;) {
    for (size_t j = b.size(); j-- > 0;) {
      length[i * width + j] =
          a[i] == b[j] ? length[(i + 1) * width + j + 1] + 1
                       : std::max(length[(i + 1) * width + j], length[i * width + j + 1]);
    }
  }
  for (size_t i = 0, j = 0; i < a.size() && j < b.size();) {
    if (a[i] == b[j]) {
      common[j] = true;
      ++i;
      ++j;
    } else if (length[(i + 1) * width + j] >= length[i * width + j + 1]) {
      ++i;
    } else {
      ++j;
    }
  }
  return common;
}

// Returns the words of an output, with those that are not in the reference in brackets.
std::string Marked(std::string_view reference, std::string_view output) {
  const std::vector<std::string_view> words = WordsOf(output);
  const std::vector<bool> common = CommonWords(WordsOf(reference), words);
  std::string marked;
  for (size_t i = 0; i < words.size(); ++i) {
    const bool opens = !common[i] && (i == 0 || common[i - 1]);
    const bool closes = !common[i] && (i + 1 == words.size() || common[i + 1]);
    if (i > 0) marked += ' ';
    if (opens) marked += '[';
    marked += Printable(words[i]);
    if (closes) marked += ']';
  }
  return marked;
}

// Returns the part of a text from one code point to another.
std::string_view PartOf(std::string_view text, uint32_t from, uint32_t to) {
  size_t begin = 0, end = 0;
  for (uint32_t c = 0; c < to && end < text.size(); ++c) {
    if (c == from) begin = end;
    end += DecodeAt(text, end).length;
  }
  return text.substr(begin, end - begin);
}

// Adds a line for each marker of errors in an output: "goes early" (minor, accuracy), "so" (major).
void AddSpans(const Findings& findings, uint64_t segment, uint32_t system, ShownExample& shown) {
  if (findings.markers.empty()) return;
  const std::string& text = findings.segments[segment].hypotheses[system];
  for (uint32_t m = 0; m < findings.markers.size(); ++m) {
    std::string errors;
    for (const ShownSpan& span : findings.spans[segment]) {
      if (span.system != system || span.marked_by != m) continue;
      const std::string between = span.severity.empty() || span.category.empty() ? "" : ", ";
      const std::string what = span.severity + between + span.category;
      errors += fmt::format("{}\"{}\"{}", errors.empty() ? "" : ", ",
                            Printable(PartOf(text, span.start, span.end)),
                            what.empty() ? "" : fmt::format(" ({})", Printable(what)));
    }
    if (errors.empty()) continue;
    shown.names.push_back("  " + Printable(findings.markers[m]));
    shown.texts.push_back(errors);
  }
}

ShownExample ShowExample(const Findings& findings, const ExampleTable& table,
                         const SegmentDifference& difference, const WriteOptions& options) {
  const std::vector<std::string> names = NamesOf(findings);
  const SegmentTexts& texts = findings.segments[difference.segment];
  const std::string* there = texts.FirstReference();
  const std::string reference = there == nullptr ? std::string() : *there;
  const double scale = findings.comparison.metrics.front().scale;
  ShownExample shown;
  shown.heading = fmt::format("Segment {}", difference.segment + 1);
  if (!findings.ids.empty()) {
    shown.heading += fmt::format(" ({})", Printable(findings.ids[difference.segment]));
  }
  shown.names = {"reference"};
  shown.texts = {Marked(reference, reference)};
  for (const auto& [system, score] :
       {std::pair(table.a, difference.a), std::pair(table.b, difference.b)}) {
    shown.names.push_back(
        fmt::format("{} ({})", names[system], RoundedScore(score, scale, options)));
    shown.texts.push_back(Marked(reference, texts.hypotheses[system]));
    AddSpans(findings, difference.segment, system, shown);
  }
  return shown;
}

}  // namespace

template <>
std::span<const AnswerFormat<Findings>> FormatsOf() {
  return kFormats;
}

std::vector<FindingsTable> DetailsOf(const Findings& findings) {
  std::vector<FindingsTable> tables;
  for (size_t m = 0; m < findings.details.size(); ++m) {
    const std::vector<std::vector<Detail>>& of_systems = findings.details[m];
    if (of_systems.front().empty()) continue;
    FindingsTable& shown = tables.emplace_back();
    shown.heading = "What " + findings.comparison.metrics[m].metric + " is made of";
    shown.table = TableWith("part", NamesOf(findings));
    for (size_t part = 0; part < of_systems.front().size(); ++part) {
      std::vector<std::string>& row = shown.table.rows.emplace_back();
      row.push_back(of_systems.front()[part].name);
      for (const std::vector<Detail>& details : of_systems) {
        row.push_back(
            std::visit([](const auto& value) { return DetailText(value); }, details[part].value));
      }
    }
  }
  return tables;
}

FindingsTable ChecksOf(const Findings& findings) {
  FindingsTable shown{"Broken outputs, in percent", TableWith("system", {})};
  std::vector<std::string_view> names;
  uint64_t all = 0;
  for (const BrokenOutputs& check : findings.checks) {
    names.emplace_back(check.check);
    shown.table.columns.push_back({check.check});
    all = std::accumulate(check.found.begin(), check.found.end(), all);
  }
  if (all == 0) {
    shown.notes.push_back(fmt::format("no output is {}", JoinChoices(names)));
    return shown;
  }
  const auto segments = static_cast<double>(findings.comparison.segments);
  for (const std::string& system : NamesOf(findings)) {
    std::vector<std::string> row = {system};
    for (const BrokenOutputs& check : findings.checks) {
      const uint64_t found = check.found[shown.table.rows.size()];
      row.push_back(fmt::format("{:.3g}", 100 * static_cast<double>(found) / segments));
    }
    shown.table.rows.push_back(std::move(row));
  }
  return shown;
}

std::vector<FindingsTable> TablesOf(const Findings& findings, const WriteOptions& options) {
  std::vector<FindingsTable> tables = DetailsOf(findings);
  if (!findings.checks.empty()) {
    FindingsTable checks = ChecksOf(findings);
    if (!checks.table.rows.empty()) tables.push_back(std::move(checks));
  }
  for (const SegmentBuckets& buckets : findings.buckets) {
    const size_t first = tables.size();
    for (size_t m = 0; m < findings.comparison.metrics.size(); ++m) {
      tables.push_back(BucketTable(findings, buckets, m, options));
    }
    if (first < tables.size())
      tables.back().notes = GroupNotes(buckets.metrics, buckets.by, options);
  }
  for (const SegmentHistogram& histogram : findings.histograms) {
    tables.push_back(HistogramTable(findings, histogram));
  }
  for (const WordTable& words : findings.words) tables.push_back(WordsTable(findings, words));
  if (!findings.errors.empty()) tables.push_back(ErrorsTable(findings));
  const std::vector<std::string> names = NamesOf(findings);
  for (const NgramDifferences& ngrams : findings.ngrams) {
    const std::string &a = names[ngrams.a], &b = names[ngrams.b];
    if (!ngrams.a_better.empty()) tables.push_back(NgramsTable(ngrams.a_better, a, a, b));
    if (!ngrams.b_better.empty()) tables.push_back(NgramsTable(ngrams.b_better, b, a, b));
  }
  return tables;
}

std::vector<ShownExamples> ExamplesOf(const Findings& findings, const WriteOptions& options) {
  const std::vector<std::string> names = NamesOf(findings);
  std::vector<ShownExamples> shown;
  for (const ExampleTable& table : findings.examples) {
    const auto add = [&](uint32_t better, uint32_t worse,
                         const std::vector<SegmentDifference>& segments) {
      if (segments.empty()) return;
      ShownExamples& examples = shown.emplace_back();
      examples.heading = fmt::format("Segments that {} does better than {}, by {}", names[better],
                                     names[worse], findings.metrics.front());
      for (const SegmentDifference& segment : segments) {
        examples.examples.push_back(ShowExample(findings, table, segment, options));
      }
    };
    add(table.a, table.b, table.a_better);
    add(table.b, table.a, table.b_better);
  }
  return shown;
}

}  // namespace mtgauge
