// Writes the tables of metrics, tokenizers, stemmers and columns as text, JSON and TSV.
#include "mtgauge/lists.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "core/base/printing.h"
#include "core/base/suggest.h"
#include "core/base/version.h"
#include "core/contract/equal_rows.h"
#include "core/contract/metric_names.h"
#include "core/contract/registry.h"
#include "core/input/formats/format.h"
#include "core/report/cite/citations.h"
#include "core/report/compare/comparison_writer.h"
#include "core/report/forms/text_table.h"
#include "core/report/forms/text_wrap.h"
#include "core/report/lists/lists_fields.h"
#include "core/text/tokenizing/model_tokenizer.h"
#include "core/text/tokenizing/tokenizer.h"
#include "core/text/words/stemmer.h"

namespace mtgauge {
namespace {

std::string OrDash(std::string_view text) { return std::string(text.empty() ? "-" : text); }

std::string Direction(const MetricRow& row) {
  if (!row.ranks) return "-";
  return row.higher_is_better ? "higher" : "lower";
}

// Returns "order=4, eff=no"; an option without a default has its name only.
std::string OptionsWithDefaults(const MetricRow& row) {
  std::string text;
  for (const MetricOptionRow& option : row.options) {
    text += fmt::format("{}{}{}{}", text.empty() ? "" : ", ", option.name,
                        option.fallback.empty() ? "" : "=", option.fallback);
  }
  return OrDash(text);
}

// Returns the options that change if segments are scored individually, as in ResolveMetrics()
// (core/request/metrics.cc).
std::string SegmentDefaults(const MetricRow& row) {
  for (const MetricOptionRow& option : row.options) {
    if (option.name == "eff") return "eff=yes";
  }
  return "";
}

Status UnknownMetric(std::string_view name) {
  const std::vector<std::string_view> known = NamesOfRows(Metrics());
  const std::string hint = DidYouMean(name, known);
  return UsageError({.option = "metrics"},
                    fmt::format("unknown metric '{}'{}", name,
                                hint.empty() ? " (known: " + JoinChoices(known) + ")" : hint),
                    "");
}

// A metric without options is not made, since that may need files.
ListedMetric ListedOf(const MetricRow& row) {
  ListedMetric listed = {&row};
  listed.equal = DefaultEqual(row.name);
  for (const EqualRow* equal : EqualRowsOf(row.name)) listed.equal_to.push_back(*equal);
  listed.own_options.assign(row.options.begin(), row.options.end());
  listed.segment_defaults = SegmentDefaults(row);
  return listed;
}

Result<ListedMetric> ReadSpec(const std::string& text) {
  const MetricSpec spec(text);
  const std::string_view name = spec.name();
  const MetricRow* const row = FindMetric(name);
  if (row == nullptr) return UnknownMetric(name);
  ListedMetric listed = ListedOf(*row);
  if (name == text) return listed;
  MTG_ASSIGN_OR_RETURN(listed.options, OptionsInEffect(text, {}));
  MTG_ASSIGN_OR_RETURN(listed.made, MakeMetric(text, {}, {}));
  listed.equal = listed.made->Equal();
  return listed;
}

// Returns the named metrics, or all if none is named.
Result<std::vector<ListedMetric>> ListedMetrics(const std::vector<std::string>& specs) {
  std::vector<ListedMetric> asked;
  MTG_ASSIGN_OR_RETURN(const std::vector<std::string> read, ReadMetricSpecs(specs));
  for (const std::string& spec : read) {
    MTG_ASSIGN_OR_RETURN(ListedMetric metric, ReadSpec(spec));
    asked.push_back(std::move(metric));
  }
  if (!specs.empty()) return asked;
  for (const MetricRow& row : Metrics()) asked.push_back(ListedOf(row));
  return asked;
}

// Returns a value of JSON as a cell.
std::string Cell(const Json& value) {
  if (value.is_boolean()) return value.get<bool>() ? "yes" : "no";
  if (value.is_number()) return ShortestDouble(value.get<double>());
  return value.is_null() ? "-" : OneLine(value.get_ref<const std::string&>());
}

// `with_equals`: a line for each tool whose scores a metric gives, not only one for the metric.
TextTable MetricsTable(const std::vector<ListedMetric>& asked, bool with_equals) {
  TextTable table;
  for (const char* name :
       {"name", "title", "scale", "better", "equals", "paper", "references", "corpus", "segments",
        "options", "help", "first_of_ties", "notes", "needs_source"}) {
    table.columns.push_back({name, true});
  }
  const size_t own = table.columns.size();
  if (with_equals) {
    for (const Field<EqualRow>& field : kFields<EqualRow>) {
      table.columns.push_back({std::string(field.name), true});
    }
  }
  for (const ListedMetric& metric : asked) {
    Json record = metric;
    record["better"] = Direction(*metric.row);
    record["segments"] = record["segment_defaults"];
    record["options"] = OptionsWithDefaults(*metric.row);
    std::vector<std::string> line;
    for (size_t i = 0; i < own; ++i) line.push_back(Cell(record[table.columns[i].title]));
    line.resize(table.columns.size(), "-");
    if (!with_equals || metric.equal_to.empty()) {
      table.rows.push_back(line);
      continue;
    }
    for (const Json& equal : record["equal_to"]) {
      std::transform(equal.begin(), equal.end(), line.begin() + static_cast<ptrdiff_t>(own), Cell);
      table.rows.push_back(line);
    }
  }
  return table;
}

// Makes the short table for humans; MetricText() has the rest.
TextTable MetricsOverview() {
  TextTable table;
  table.columns = {{"name", true}, {"better", true}, {"same scores as", true}, {"about", true}};
  for (const MetricRow& row : Metrics()) {
    const EqualRow* const equal = DefaultEqual(row.name);
    table.rows.push_back({std::string(row.name), Direction(row),
                          equal == nullptr ? "-" : equal->Tool(), std::string(row.help)});
  }
  return table;
}

std::string ScaleText(const MetricRow& row) {
  std::string range = "0 and more, without a fixed maximum";
  if (row.scale > 0) range = fmt::format("0 to {}", row.scale);
  if (row.scale > 0 && !row.higher_is_better) range = "in percent, 0 is perfect";
  if (!row.ranks) return "in percent, neither higher nor lower is better";
  return fmt::format("{}, {} is better", range, Direction(row));
}

std::string OptionsText(const ListedMetric& asked, size_t columns) {
  constexpr size_t kAt = 22;
  std::string text;
  std::vector<MetricOptionRow> options(asked.row->options.begin(), asked.row->options.end());
  const std::span<const MetricOptionRow> common = CommonOptions(*asked.row);
  options.insert(options.end(), common.begin(), common.end());
  for (const MetricOptionRow& option : options) {
    std::string help(option.help);
    if (!option.fallback.empty()) help += fmt::format(" (default: {})", option.fallback);
    const auto given = asked.options.find(option.name);
    if (given != asked.options.end() && given->second != option.fallback) {
      help += fmt::format("; here: {}", given->second);
    }
    text += Hanging(fmt::format("  {}={}", option.name, option.value), help, kAt, columns);
  }
  return text;
}

// Returns what is known of other tools' scores, for each set of options that has a tool.
std::string EqualText(const std::vector<EqualRow>& rows, size_t columns) {
  std::string text;
  for (const EqualRow& equal : rows) {
    std::string known = fmt::format("{} {}: {}; {}; {}", equal.tool->name, equal.Versions(),
                                    equal.on, equal.tolerance, equal.domain);
    if (!equal.depends.empty()) known += fmt::format("; depends on {}", equal.depends);
    known += fmt::format("; checked on {}", equal.date);
    text += Hanging(fmt::format("  {}", equal.pattern), known, 30, columns);
  }
  return text.empty() ? text : "\nEqual to other tools, with these options:\n" + text;
}

// Returns the full description of one metric.
std::string MetricText(const ListedMetric& asked, size_t columns) {
  constexpr size_t kAt = 18;
  const MetricRow& row = *asked.row;
  const std::string title = asked.made ? asked.made->Title() : std::string(row.title);
  Papers papers;
  if (!row.paper.empty()) papers.push_back(row.paper);
  if (asked.made) papers = PapersOf(*asked.made);
  std::string text =
      Paragraph(fmt::format("{} ({}): {}", row.name, title, row.help), 0, columns) + '\n';
  text += Hanging("  score", ScaleText(row), kAt, columns);
  text += Hanging("  same scores as",
                  asked.equal == nullptr ? "no other tool" : asked.equal->Tool(), kAt, columns);
  if (!papers.empty()) {
    text += Hanging("  paper", fmt::format("{}", fmt::join(papers, "; ")), kAt, columns);
  }
  if (row.needs_source) text += Hanging("  needs", "the source text: `source`", kAt, columns);
  if (!row.references.empty()) text += Hanging("  references", row.references, kAt, columns);
  text +=
      Hanging("  corpus score",
              row.corpus == "mean" ? "mean over segments" : "of statistics summed over segments",
              kAt, columns);
  if (!SegmentDefaults(row).empty()) {
    text += Hanging("  segment scores", fmt::format("with {}", SegmentDefaults(row)), kAt, columns);
  }
  const MetricOptionRow& example =
      row.options.empty() ? CommonOptions(row).front() : row.options.front();
  text +=
      fmt::format("\nOptions, as in `metrics` {}:{}={}:\n", row.name, example.name, example.value) +
      OptionsText(asked, columns);
  text += EqualText(asked.equal_to, columns);
  if (!row.notes.empty()) text += "\nNotes:\n" + Paragraph(row.notes, 2, columns);
  return text;
}

std::string MetricTexts(const std::vector<ListedMetric>& asked, size_t columns) {
  std::string text;
  for (const ListedMetric& metric : asked) {
    text += (text.empty() ? "" : "\n\n") + MetricText(metric, columns);
  }
  return text;
}

std::vector<ListedTokenizer> ListedTokenizers() {
  std::vector<ListedTokenizer> list;
  for (const TokenizerRow& row : Tokenizers()) {
    list.push_back({std::string(row.name), std::string(row.signature), std::string(row.unicode), "",
                    std::string(row.help), row.splits_unspaced_scripts});
  }
  for (const ModelTokenizerRow& row : ModelTokenizers()) {
    list.push_back(
        {std::string(row.name), "", "", std::string(row.file), std::string(row.help), true});
  }
  return list;
}

TextTable TokenizersTable(const std::vector<ListedTokenizer>& tokenizers) {
  TextTable table;
  table.columns = {{"name", true}, {"unicode", true}, {"unspaced scripts", true}, {"about", true}};
  for (const ListedTokenizer& row : tokenizers) {
    table.rows.push_back(
        {row.model.empty() ? row.name : fmt::format("{}[:{}]", row.name, row.model),
         OrDash(row.unicode), row.splits_unspaced_scripts ? "split" : "whole", row.help});
  }
  return table;
}

std::vector<ListedStemmer> ListedStemmers() {
  std::vector<ListedStemmer> list;
  for (const StemmerRow& row : Stemmers()) {
    list.push_back({std::string(row.name), StemmerSignature(row), std::string(row.help)});
  }
  return list;
}

TextTable ColumnsTable(const std::vector<ListedColumn>& listed) {
  TextTable table;
  table.columns = {{"file", true}, {"format", true}, {"column", true},
                   {"type", true}, {"first", true},  {"rows", true}};
  for (const ListedColumn& column : listed) {
    table.rows.push_back({OneLine(column.file), column.format, OneLine(column.facts.name),
                          column.facts.type, OneLine(column.facts.first),
                          column.facts.rows ? std::to_string(*column.facts.rows) : ""});
  }
  return table;
}

// Returns the beginning of a text, for people.
std::string Beginning(std::string_view text) {
  constexpr size_t kColumns = 60;
  std::string first = Printable(text);
  if (DisplayWidth(first) <= kColumns) return first;
  size_t end = kColumns;
  while ((static_cast<unsigned char>(first[end]) & 0xC0) == 0x80) --end;
  return first.substr(0, end) + "...";
}

// Returns the table of a file's columns, with its name above.
std::string FileText(const std::string& name, const DescribedFile& file, size_t columns) {
  TextTable table;
  table.columns = {{"column", true}, {"type", true}, {"first", true}};
  for (const ColumnFacts& column : file.columns) {
    table.rows.push_back({Printable(column.name), column.type, Beginning(column.first)});
  }
  const std::optional<uint64_t> rows = file.columns.front().rows;
  return fmt::format("{} ({}{})\n", Printable(name), file.format,
                     rows ? ", " + Counted(*rows, "row") : "") +
         WrappedTable(table, columns);
}

std::string TabSeparated(const TextTable& table) {
  std::vector<std::string> lines = {""};
  for (const TextTable::Column& column : table.columns) {
    lines[0] += (lines[0].empty() ? "" : "\t") + column.title;
  }
  for (const auto& row : table.rows) lines.push_back(fmt::format("{}", fmt::join(row, "\t")));
  return fmt::format("{}\n", fmt::join(lines, "\n"));
}

// `what` names the rows in JSON.
template <typename Record>
std::string Written(std::string_view format, std::string_view what, const std::string& for_people,
                    const TextTable& table, const std::vector<Record>& records) {
  if (format == "tsv") return TabSeparated(table);
  if (format != "json") return for_people;
  Json json;
  json["schema"] = fmt::format("mtgauge.{}/1", what);
  json["version"] = std::string(kVersion);
  json[what] = records;
  return DumpJson(json, 1) + '\n';
}

}  // namespace

std::vector<std::string_view> ListForms() { return {"text", "json", "tsv"}; }

Result<std::string> MetricsList(const std::vector<std::string>& specs, const ListForm& form) {
  MTG_ASSIGN_OR_RETURN(const std::vector<ListedMetric> asked, ListedMetrics(specs));
  const std::string overview = WrappedTable(MetricsOverview(), form.columns) +
                               "\n'mtgauge metrics NAME ...' shows options and notes.\n";
  return Written(form.format, "metrics",
                 specs.empty() ? overview : MetricTexts(asked, form.columns),
                 MetricsTable(asked, !specs.empty()), asked);
}

std::string TokenizersList(const ListForm& form) {
  const std::vector<ListedTokenizer> list = ListedTokenizers();
  const TextTable table = TokenizersTable(list);
  return Written(form.format, "tokenizers", WrappedTable(table, form.columns), table, list);
}

std::string StemmersList(const ListForm& form) {
  const std::vector<ListedStemmer> list = ListedStemmers();
  TextTable table;
  table.columns = {{"name", true}, {"signature", true}, {"about", true}};
  for (const ListedStemmer& row : list) table.rows.push_back({row.name, row.signature, row.help});
  return Written(form.format, "stemmers", WrappedTable(table, form.columns), table, list);
}

Result<std::string> ColumnsList(const std::vector<std::string>& files, const std::string& format,
                                const ListForm& form) {
  OpenOptions options;
  options.input_format = format;
  std::string text;
  std::vector<ListedColumn> listed;
  for (const std::string& file : files) {
    MTG_ASSIGN_OR_RETURN(const DescribedFile facts, DescribeColumns(file, options));
    text += (text.empty() ? "" : "\n") + FileText(file, facts, form.columns);
    for (const ColumnFacts& column : facts.columns) {
      listed.push_back({file, std::string(facts.format), column});
    }
  }
  return Written(form.format, "columns", text, ColumnsTable(listed), listed);
}

}  // namespace mtgauge
