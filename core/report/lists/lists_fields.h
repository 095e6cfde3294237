// The fields of metrics, tokenizers, stemmers and columns in lists.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "core/contract/equal_rows.h"
#include "core/contract/registry.h"
#include "core/input/formats/format.h"
#include "core/report/forms/json_output.h"
#include "core/text/words/stemmer.h"

namespace mtgauge {

template <>
inline constexpr auto kFields<EqualRow> = [] {
  using T = EqualRow;
  return std::to_array<Field<T>>({
      Of<&T::pattern>("metric", "metric with the options that give the tool's scores"),
      {"tool", "name of the tool", [](const T& row) { return Json(row.tool->name); }},
      {"package", "its package for Python; null if it has none",
       [](const T& row) { return Json(row.tool->package); }, Empty::kNull},
      Of<&T::first>("first", "oldest version with these scores"),
      Of<&T::last>("last", "newest version that was compared"),
      Of<&T::on>("on", "what was compared: scores of segments, of corpora, details"),
      Of<&T::tolerance>("tolerance", "largest difference; bit if there is none"),
      Of<&T::domain>("domain", "texts for which it holds"),
      Of<&T::depends>("depends", "what the tool's scores depend on, too; null if nothing",
                      Empty::kNull),
      Of<&T::date>("date", "day of the last comparison"),
      Of<&T::test>("test", "file of the source code that compares"),
  });
}();

template <>
inline constexpr auto kFields<MetricOptionRow> = [] {
  using T = MetricOptionRow;
  return std::to_array<Field<T>>({
      Of<&T::name>("name", "name of the option"),
      Of<&T::value>("value", "its values: their names, or what they are"),
      Of<&T::fallback>("default", "value if it is left out; null if there is none", Empty::kNull),
      Of<&T::help>("help", "what it does"),
  });
}();

// A metric that the user asks about, with the options of its spec.
struct ListedMetric {
  const MetricRow* row;
  MetricOptions options = {};                     // the spec's
  std::optional<MadeMetric> made = {};            // only for a spec with options
  const EqualRow* equal = nullptr;                // for these options; null if there is none
  std::vector<EqualRow> equal_to = {};            // for any options
  std::vector<MetricOptionRow> own_options = {};  // the metric's own
  std::string segment_defaults = {};              // "eff=yes"
};

// Describes a member of a metric's row.
template <auto member>
constexpr Field<ListedMetric> OfRow(std::string_view name, std::string_view help,
                                    Empty empty = Empty::kWritten) {
  return {name, help, [](const ListedMetric& metric) { return Json(metric.row->*member); }, empty};
}

template <>
inline constexpr auto kFields<ListedMetric> = [] {
  using T = ListedMetric;
  using Row = MetricRow;
  return std::to_array<Field<T>>({
      OfRow<&Row::name>("name", "name of the metric"),
      OfRow<&Row::title>("title", "its name in tables"),
      OfRow<&Row::help>("help", "what it measures"),
      {"scale", "full scale, such as 100; null if there is none",
       [](const T& metric) { return ScaleJson(metric.row->scale); }},
      {"higher_is_better", "whether higher scores are better; null if neither are",
       [](const T& metric) {
         return DirectionJson(metric.row->ranks, metric.row->higher_is_better);
       }},
      {"equals", "tool that gives the same scores; null if none does",
       [](const T& metric) {
         return metric.equal == nullptr ? Json() : Json(metric.equal->Equals());
       }},
      Of<&T::equal_to>("equal_to", "all tools that give the same scores, by options"),
      OfRow<&Row::paper>("paper", "publication; null if there is none", Empty::kNull),
      OfRow<&Row::references>("references", "how several references count; null if they do not",
                              Empty::kNull),
      OfRow<&Row::first_of_ties>("first_of_ties", "whether the order of references may matter"),
      OfRow<&Row::needs_source>("needs_source", "whether it needs the source text"),
      OfRow<&Row::corpus>("corpus", "sums: of statistics summed over segments; mean: over scores"),
      Of<&T::segment_defaults>("segment_defaults",
                               "options that differ if segments are scored; null if none do",
                               Empty::kNull),
      Of<&T::own_options>("options", "its own options"),
      OfRow<&Row::notes>("notes", "what else to know; null if nothing", Empty::kNull),
  });
}();

struct ListedTokenizer {
  std::string name, signature, unicode, model, help;
  bool splits_unspaced_scripts = true;
};
template <>
inline constexpr auto kFields<ListedTokenizer> = [] {
  using T = ListedTokenizer;
  return std::to_array<Field<T>>({
      Of<&T::name>("name", "name of the tokenizer"),
      Of<&T::signature>("signature", "its name in signatures; null if the model decides",
                        Empty::kNull),
      Of<&T::unicode>("unicode", "Unicode version that its tokens depend on; or null",
                      Empty::kNull),
      Of<&T::splits_unspaced_scripts>("splits_unspaced_scripts",
                                      "whether it splits Chinese, Japanese and Thai text"),
      Of<&T::model>("model", "what may follow its name and a colon; null if nothing", Empty::kNull),
      Of<&T::help>("help", "how it splits"),
  });
}();

struct ListedStemmer {
  std::string name, signature, help;
};
template <>
inline constexpr auto kFields<ListedStemmer> = [] {
  using T = ListedStemmer;
  return std::to_array<Field<T>>({
      Of<&T::name>("name", "name of the stemmer"),
      Of<&T::signature>("signature", "its name in signatures"),
      Of<&T::help>("help", "its language"),
  });
}();

struct ListedColumn {
  std::string file, format;
  ColumnFacts facts;
};
template <>
inline constexpr auto kFields<ListedColumn> = [] {
  using T = ListedColumn;
  return std::to_array<Field<T>>({
      Of<&T::file>("file", "the file"),
      Of<&T::format>("format", "its format"),
      {"column", "what to type after the file and a colon",
       [](const T& column) { return Json(column.facts.name); }},
      {"type", "type of its values", [](const T& column) { return Json(column.facts.type); }},
      {"first", "its first value; null if there is none",
       [](const T& column) { return Json(column.facts.first); }, Empty::kNull},
      {"rows", "rows of the file; null if its format does not tell, and for several files",
       [](const T& column) { return JsonOf(column.facts.rows); }, Empty::kNull},
  });
}();

}  // namespace mtgauge
