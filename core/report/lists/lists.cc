// Writes the tables of metrics, tokenizers, stemmers and columns as text, JSON and TSV.
#include "mtgauge/lists.h"

#include <fmt/format.h>

#include <iterator>
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
#include "core/report/forms/json_output.h"
#include "core/report/forms/text_table.h"
#include "core/report/forms/text_wrap.h"
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
  return UsageError(fmt::format("unknown metric '{}'{}", name,
                                hint.empty() ? " (known: " + JoinChoices(known) + ")" : hint));
}

// A metric that the user asked about, with the options of its spec.
struct AskedMetric {
  const MetricRow* row;
  MetricOptions options;           // the spec's
  std::optional<MadeMetric> made;  // only for a spec with options
};

// A metric without options is not made, since that may need files.
Result<AskedMetric> ReadSpec(const std::string& text) {
  const MetricSpec spec(text);
  const std::string_view name = spec.name();
  AskedMetric asked = {FindMetric(name), {}, std::nullopt};
  if (asked.row == nullptr) return UnknownMetric(name);
  if (name == text) return asked;
  MTG_ASSIGN_OR_RETURN(asked.options, OptionsInEffect(text, {}));
  MTG_ASSIGN_OR_RETURN(asked.made, MakeMetric(text, {}, {}));
  return asked;
}

const EqualRow* EqualTo(const AskedMetric& asked) {
  return asked.made ? asked.made->Equal() : DefaultEqual(asked.row->name);
}

// Returns the named metrics, or all if none is named.
Result<std::vector<AskedMetric>> AskedMetrics(const std::vector<std::string>& specs) {
  std::vector<AskedMetric> asked;
  MTG_ASSIGN_OR_RETURN(const std::vector<std::string> read, ReadMetricSpecs(specs));
  for (const std::string& spec : read) {
    MTG_ASSIGN_OR_RETURN(AskedMetric metric, ReadSpec(spec));
    asked.push_back(std::move(metric));
  }
  if (!specs.empty()) return asked;
  for (const MetricRow& row : Metrics()) asked.push_back({&row, {}, std::nullopt});
  return asked;
}

// What is known of another tool's scores.
struct EqualField {
  const char* name;
  std::string_view (*get)(const EqualRow&);
};
constexpr EqualField kEqualFields[] = {
    {"metric", [](const EqualRow& equal) -> std::string_view { return equal.pattern; }},
    {"tool", [](const EqualRow& equal) -> std::string_view { return equal.tool->name; }},
    {"package", [](const EqualRow& equal) -> std::string_view { return equal.tool->package; }},
    {"first", [](const EqualRow& equal) -> std::string_view { return equal.first; }},
    {"last", [](const EqualRow& equal) -> std::string_view { return equal.last; }},
    {"on", [](const EqualRow& equal) -> std::string_view { return equal.on; }},
    {"tolerance", [](const EqualRow& equal) -> std::string_view { return equal.tolerance; }},
    {"domain", [](const EqualRow& equal) -> std::string_view { return equal.domain; }},
    {"depends", [](const EqualRow& equal) -> std::string_view { return equal.depends; }},
    {"date", [](const EqualRow& equal) -> std::string_view { return equal.date; }},
    {"test", [](const EqualRow& equal) -> std::string_view { return equal.test; }},
};

// Returns a line for each tool whose scores a metric gives, or one for a metric without any; `line`
// describes the metric.
std::vector<std::vector<std::string>> EqualLines(const MetricRow& row,
                                                 const std::vector<std::string>& line) {
  std::vector<std::vector<std::string>> lines;
  for (const EqualRow* equal : EqualRowsOf(row.name)) {
    lines.push_back(line);
    for (const EqualField& field : kEqualFields) lines.back().push_back(OrDash(field.get(*equal)));
  }
  if (!lines.empty()) return lines;
  lines.push_back(line);
  lines.back().resize(line.size() + std::size(kEqualFields), "-");
  return lines;
}

// `with_equals`: a line for each tool whose scores a metric gives, not only one for the metric.
TextTable MetricsTable(const std::vector<AskedMetric>& asked, bool with_equals) {
  TextTable table;
  table.columns = {{"name", true},       {"title", true},  {"scale"},
                   {"better", true},     {"equals", true}, {"paper", true},
                   {"references", true}, {"corpus", true}, {"segments", true},
                   {"options", true},    {"help", true},   {"first_of_ties", true},
                   {"notes", true}};
  if (with_equals) {
    for (const EqualField& field : kEqualFields) table.columns.push_back({field.name, true});
  }
  for (const AskedMetric& metric : asked) {
    const MetricRow& row = *metric.row;
    const EqualRow* const equal = EqualTo(metric);
    const std::vector<std::string> line = {std::string(row.name),
                                           std::string(row.title),
                                           row.scale > 0 ? ShortestDouble(row.scale) : "-",
                                           Direction(row),
                                           equal == nullptr ? "-" : equal->Equals(),
                                           OrDash(row.paper),
                                           OrDash(row.references),
                                           std::string(row.corpus),
                                           OrDash(SegmentDefaults(row)),
                                           OptionsWithDefaults(row),
                                           std::string(row.help),
                                           row.first_of_ties ? "yes" : "no",
                                           OneLine(OrDash(row.notes))};
    if (!with_equals) {
      table.rows.push_back(line);
      continue;
    }
    for (std::vector<std::string>& one : EqualLines(row, line)) {
      table.rows.push_back(std::move(one));
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

std::string OptionsText(const AskedMetric& asked, size_t columns) {
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
std::string EqualText(const MetricRow& row, size_t columns) {
  std::string text;
  for (const EqualRow* equal : EqualRowsOf(row.name)) {
    std::string known = fmt::format("{} {}: {}; {}; {}", equal->tool->name, equal->Versions(),
                                    equal->on, equal->tolerance, equal->domain);
    if (!equal->depends.empty()) known += fmt::format("; depends on {}", equal->depends);
    known += fmt::format("; checked on {}", equal->date);
    text += Hanging(fmt::format("  {}", equal->pattern), known, 30, columns);
  }
  return text.empty() ? text : "\nEqual to other tools:\n" + text;
}

// Returns the full description of one metric.
std::string MetricText(const AskedMetric& asked, size_t columns) {
  constexpr size_t kAt = 18;
  const MetricRow& row = *asked.row;
  const std::string title = asked.made ? asked.made->Title() : std::string(row.title);
  const EqualRow* const equal = EqualTo(asked);
  Papers papers;
  if (!row.paper.empty()) papers.push_back(row.paper);
  if (asked.made) papers = PapersOf(*asked.made);
  std::string text =
      Paragraph(fmt::format("{} ({}): {}", row.name, title, row.help), 0, columns) + '\n';
  text += Hanging("  score", ScaleText(row), kAt, columns);
  text +=
      Hanging("  same scores as", equal == nullptr ? "no other tool" : equal->Tool(), kAt, columns);
  if (!papers.empty()) {
    text += Hanging("  paper", fmt::format("{}", fmt::join(papers, "; ")), kAt, columns);
  }
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
  text += EqualText(row, columns);
  if (!row.notes.empty()) text += "\nNotes:\n" + Paragraph(row.notes, 2, columns);
  return text;
}

std::string MetricTexts(const std::vector<AskedMetric>& asked, size_t columns) {
  std::string text;
  for (const AskedMetric& metric : asked) {
    text += (text.empty() ? "" : "\n\n") + MetricText(metric, columns);
  }
  return text;
}

Json OptionsJson(const MetricRow& row) {
  Json options = Json::array();
  for (const MetricOptionRow& option : row.options) {
    Json json;
    json["name"] = std::string(option.name);
    json["value"] = std::string(option.value);
    json["default"] = TextOrNull(option.fallback);
    json["help"] = std::string(option.help);
    options.push_back(std::move(json));
  }
  return options;
}

Json EqualJson(const MetricRow& row) {
  Json list = Json::array();
  for (const EqualRow* equal : EqualRowsOf(row.name)) {
    Json json;
    for (const EqualField& field : kEqualFields) json[field.name] = TextOrNull(field.get(*equal));
    list.push_back(std::move(json));
  }
  return list;
}

Json MetricsJson(const std::vector<AskedMetric>& asked) {
  Json metrics = Json::array();
  for (const AskedMetric& metric : asked) {
    const MetricRow& row = *metric.row;
    Json json;
    json["name"] = std::string(row.name);
    json["title"] = std::string(row.title);
    json["help"] = std::string(row.help);
    json["scale"] = ScaleJson(row.scale);
    json["higher_is_better"] = row.ranks ? Json(row.higher_is_better) : Json();
    const EqualRow* const equal = EqualTo(metric);
    json["equals"] = TextOrNull(equal == nullptr ? "" : equal->Equals());
    json["equal_to"] = EqualJson(row);
    json["paper"] = TextOrNull(row.paper);
    json["references"] = TextOrNull(row.references);
    json["first_of_ties"] = row.first_of_ties;
    json["corpus"] = std::string(row.corpus);
    json["segment_defaults"] = TextOrNull(SegmentDefaults(row));
    json["options"] = OptionsJson(row);
    json["notes"] = TextOrNull(row.notes);
    metrics.push_back(std::move(json));
  }
  return metrics;
}

TextTable TokenizersTable() {
  TextTable table;
  table.columns = {{"name", true}, {"unicode", true}, {"unspaced scripts", true}, {"about", true}};
  for (const TokenizerRow& row : Tokenizers()) {
    table.rows.push_back({std::string(row.name), OrDash(row.unicode),
                          row.splits_unspaced_scripts ? "split" : "whole", std::string(row.help)});
  }
  for (const ModelTokenizerRow& row : ModelTokenizers()) {
    table.rows.push_back(
        {fmt::format("{}[:{}]", row.name, row.file), "-", "split", std::string(row.help)});
  }
  return table;
}

Json TokenizersJson() {
  Json tokenizers = Json::array();
  for (const TokenizerRow& row : Tokenizers()) {
    Json json;
    json["name"] = std::string(row.name);
    json["signature"] = std::string(row.signature);
    json["unicode"] = TextOrNull(row.unicode);
    json["splits_unspaced_scripts"] = row.splits_unspaced_scripts;
    json["model"] = Json();
    json["help"] = std::string(row.help);
    tokenizers.push_back(std::move(json));
  }
  for (const ModelTokenizerRow& row : ModelTokenizers()) {
    tokenizers.push_back({{"name", std::string(row.name)},
                          {"signature", Json()},
                          {"unicode", Json()},
                          {"splits_unspaced_scripts", true},
                          {"model", std::string(row.file)},
                          {"help", std::string(row.help)}});
  }
  return tokenizers;
}

TextTable StemmersTable() {
  TextTable table;
  table.columns = {{"name", true}, {"signature", true}, {"about", true}};
  for (const StemmerRow& row : Stemmers()) {
    table.rows.push_back({std::string(row.name), StemmerSignature(row), std::string(row.help)});
  }
  return table;
}

Json StemmersJson() {
  Json stemmers = Json::array();
  for (const StemmerRow& row : Stemmers()) {
    Json json;
    json["name"] = std::string(row.name);
    json["signature"] = StemmerSignature(row);
    json["help"] = std::string(row.help);
    stemmers.push_back(std::move(json));
  }
  return stemmers;
}

struct ListedFile {
  std::string name;
  DescribedFile facts;
};

TextTable ColumnsTable(const std::vector<ListedFile>& files) {
  TextTable table;
  table.columns = {
      {"file", true}, {"format", true}, {"column", true}, {"type", true}, {"first", true}};
  for (const ListedFile& file : files) {
    for (const ColumnFacts& column : file.facts.columns) {
      table.rows.push_back({OneLine(file.name), std::string(file.facts.format),
                            OneLine(column.name), column.type, OneLine(column.first)});
    }
  }
  return table;
}

// A table for each file, with the beginnings of texts.
std::string ColumnsText(const std::vector<ListedFile>& files, size_t columns) {
  constexpr size_t kBeginning = 60;
  std::string text;
  for (const ListedFile& file : files) {
    TextTable table;
    table.columns = {{"column", true}, {"type", true}, {"first", true}};
    for (const ColumnFacts& column : file.facts.columns) {
      std::string first = Printable(column.first);
      if (DisplayWidth(first) > kBeginning) {
        size_t end = kBeginning;
        while ((static_cast<unsigned char>(first[end]) & 0xC0) == 0x80) --end;
        first = first.substr(0, end) + "...";
      }
      table.rows.push_back({Printable(column.name), column.type, first});
    }
    text += fmt::format("{}{} ({})\n", text.empty() ? "" : "\n", Printable(file.name),
                        file.facts.format) +
            WrappedTable(table, columns);
  }
  return text;
}

Json ColumnsJson(const std::vector<ListedFile>& files) {
  Json list = Json::array();
  for (const ListedFile& file : files) {
    for (const ColumnFacts& column : file.facts.columns) {
      list.push_back({{"file", file.name},
                      {"format", std::string(file.facts.format)},
                      {"column", column.name},
                      {"type", column.type},
                      {"first", TextOrNull(column.first)}});
    }
  }
  return list;
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
std::string Written(std::string_view format, std::string_view what, const std::string& for_people,
                    const TextTable& table, const Json& rows) {
  if (format == "tsv") return TabSeparated(table);
  if (format != "json") return for_people;
  Json json;
  json["schema"] = fmt::format("mtgauge.{}/1", what);
  json["version"] = std::string(kVersion);
  json[std::string(what)] = rows;
  return DumpJson(json, 1) + '\n';
}

}  // namespace

std::vector<std::string_view> ListForms() { return {"text", "json", "tsv"}; }

Result<std::string> MetricsList(const std::vector<std::string>& specs, const ListForm& form) {
  MTG_ASSIGN_OR_RETURN(const std::vector<AskedMetric> asked, AskedMetrics(specs));
  const std::string overview = WrappedTable(MetricsOverview(), form.columns) +
                               "\n'mtgauge metrics NAME ...' shows options and notes.\n";
  return Written(form.format, "metrics",
                 specs.empty() ? overview : MetricTexts(asked, form.columns),
                 MetricsTable(asked, !specs.empty()), MetricsJson(asked));
}

std::string TokenizersList(const ListForm& form) {
  const TextTable table = TokenizersTable();
  return Written(form.format, "tokenizers", WrappedTable(table, form.columns), table,
                 TokenizersJson());
}

std::string StemmersList(const ListForm& form) {
  const TextTable table = StemmersTable();
  return Written(form.format, "stemmers", WrappedTable(table, form.columns), table, StemmersJson());
}

Result<std::string> ColumnsList(const std::vector<std::string>& files, const std::string& format,
                                const ListForm& form) {
  OpenOptions options;
  options.input_format = format;
  std::vector<ListedFile> listed;
  for (const std::string& file : files) {
    MTG_ASSIGN_OR_RETURN(DescribedFile facts, DescribeColumns(file, options));
    listed.push_back({file, std::move(facts)});
  }
  return Written(form.format, "columns", ColumnsText(listed, form.columns), ColumnsTable(listed),
                 ColumnsJson(listed));
}

}  // namespace mtgauge
