// The table of formats of a SpansAnswer, and the tables that the formats for people share.
#include "core/report/spans/spans_writer.h"

#include <fmt/format.h>

#include <algorithm>
#include <optional>
#include <string_view>
#include <utility>
#include <vector>

#include "core/base/printing.h"
#include "core/report/compare/comparison_numbers.h"
#include "core/report/compare/comparison_writer.h"
#include "core/report/forms/separated.h"
#include "core/report/forms/text_table.h"
#include "core/report/forms/text_wrap.h"
#include "core/report/spans/spans_fields.h"

namespace mtgauge {
namespace {

// What is shown, one after another.
struct SpansPage {
  std::string heading;
  std::vector<TextTable> tables;
  std::vector<std::string> notes;
};

std::string CountCell(uint64_t count) { return std::to_string(count); }

// Adds precision, recall and numbers of spans to the table of systems.
void AddSpanColumns(const MetricComparison& metric, const std::vector<const SpanSystem*>& systems,
                    const Numbers& numbers, TextTable& table) {
  for (const char* const title : {"precision", "recall", "predicted", "gold"}) {
    table.columns.push_back({title});
  }
  const std::vector<size_t> ranking = Ranking(metric);
  for (size_t place = 0; place < ranking.size(); ++place) {
    const SpanScores& scores = systems[ranking[place]]->scores;
    for (std::string cell : {numbers.Score(scores.precision), numbers.Score(scores.recall),
                             CountCell(scores.predicted_spans), CountCell(scores.gold_spans)}) {
      table.rows[place].push_back(std::move(cell));
    }
  }
}

TextTable CategoryTable(const MetricComparison& metric,
                        const std::vector<const SpanSystem*>& systems, const Numbers& numbers) {
  TextTable table;
  table.columns = {{"category", true}, {"system", true}, {"precision"},
                   {"recall"},         {"predicted"},    {"gold"}};
  const auto share = [&](const std::optional<double>& value) {
    return value ? numbers.Score(*value) : std::string("n/a");
  };
  for (const size_t s : Ranking(metric)) {
    if (!table.rows.empty()) table.rules.push_back(table.rows.size());
    for (const SpanCategory& category : systems[s]->categories) {
      table.rows.push_back({category.category.empty() ? "(none)" : Printable(category.category),
                            Printable(systems[s]->name), share(category.precision),
                            share(category.recall), CountCell(category.predicted_spans),
                            CountCell(category.gold_spans)});
    }
  }
  return table;
}

TextTable MeansTable(const SpansAnswer& answer, const Numbers& numbers) {
  TextTable table;
  table.columns = {{"system", true}, {"F1"}, {"precision"}, {"recall"}};
  for (const SpanSystem& system : answer.means) {
    table.rows.push_back({Printable(system.name), numbers.Score(system.scores.f1),
                          numbers.Score(system.scores.precision),
                          numbers.Score(system.scores.recall)});
  }
  return table;
}

std::vector<SpansPage> PagesOf(const SpansAnswer& answer, const WriteOptions& options) {
  std::vector<SpansPage> pages;
  size_t next = 0;
  for (const MetricComparison& metric : answer.comparison.metrics) {
    std::vector<const SpanSystem*> systems;
    for (size_t s = 0; s < metric.systems.size(); ++s) systems.push_back(&answer.systems[next++]);
    const Numbers numbers(metric, options);
    ComparisonPage of_tests = MakePage(answer.comparison, metric, options);
    AddSpanColumns(metric, systems, numbers, of_tests.systems);
    SpansPage& page = pages.emplace_back();
    page.heading = std::move(of_tests.heading);
    page.notes = std::move(of_tests.notes);
    page.tables.push_back(std::move(of_tests.systems));
    TextTable categories = CategoryTable(metric, systems, numbers);
    if (!categories.rows.empty()) page.tables.push_back(std::move(categories));
    if (!of_tests.pairs.rows.empty()) page.tables.push_back(std::move(of_tests.pairs));
  }
  if (!answer.means.empty()) {
    const Numbers numbers(answer.comparison.metrics.front(), options);
    pages.push_back({fmt::format("means over {} language pairs", answer.comparison.metrics.size()),
                     {MeansTable(answer, numbers)},
                     {}});
  }
  return pages;
}

std::string SpansText(const SpansAnswer& answer, const WriteOptions& options) {
  std::string out;
  for (const SpansPage& page : PagesOf(answer, options)) {
    if (!out.empty()) out += '\n';
    out += page.heading + '\n';
    for (const TextTable& table : page.tables) out += '\n' + SplitTable(table, options.columns);
    if (!page.notes.empty()) out += '\n';
    for (const std::string& note : page.notes) out += WrappedNote(note, options.columns);
  }
  return out;
}

std::string SpansLatex(const SpansAnswer& answer, const WriteOptions& options) {
  std::string out = "% \\usepackage{booktabs}\n";
  for (const SpansPage& page : PagesOf(answer, options)) {
    out += "\n% " + page.heading + '\n';
    for (const TextTable& table : page.tables) {
      out += LatexTable(table);
      if (&table != &page.tables.back()) out += '\n';
    }
    for (const std::string& note : page.notes) out += "% " + note + '\n';
  }
  return out;
}

std::string SpansMarkdown(const SpansAnswer& answer, const WriteOptions& options) {
  std::string out;
  for (const SpansPage& page : PagesOf(answer, options)) {
    if (!out.empty()) out += '\n';
    out += MarkdownText(page.heading) + '\n';
    for (const TextTable& table : page.tables) out += '\n' + MarkdownTable(table);
    if (!page.notes.empty()) out += '\n';
    for (const std::string& note : page.notes) out += "- " + MarkdownText(note) + '\n';
  }
  return out;
}

// A line without the fields of a test.
std::vector<TableCell> EmptyLine(const Table& table) {
  std::vector<TableCell> line;
  for (const TableColumn& column : table.columns) {
    line.push_back(column.type == ColumnType::kText ? TableCell(std::string()) : TableCell());
  }
  return line;
}

// Sets cells by the names of their columns.
struct LineSetter {
  const Table& table;
  std::vector<TableCell>& line;

  void operator()(std::string_view name, TableCell cell) const {
    for (size_t c = 0; c < table.columns.size(); ++c) {
      if (table.columns[c].name != name) continue;
      line[c] = std::move(cell);
      return;
    }
  }
};

void AddFigures(const SpanScores& scores, const LineSetter& set) {
  set("precision", scores.precision);
  set("recall", scores.recall);
  set("predicted_spans", static_cast<int64_t>(scores.predicted_spans));
  set("gold_spans", static_cast<int64_t>(scores.gold_spans));
}

void AddCategoryLine(const SpanSystem& system, const SpanCategory& category, Table& table) {
  std::vector<TableCell> line = EmptyLine(table);
  const LineSetter set = {table, line};
  set("group", system.group);
  set("row", std::string("category"));
  set("a", system.name);
  set("b", category.category);
  if (category.precision) set("precision", *category.precision);
  if (category.recall) set("recall", *category.recall);
  set("predicted_spans", static_cast<int64_t>(category.predicted_spans));
  set("gold_spans", static_cast<int64_t>(category.gold_spans));
  table.lines.push_back(std::move(line));
}

void DropColumn(std::string_view name, Table& table) {
  const auto column = std::find_if(table.columns.begin(), table.columns.end(),
                                   [&](const TableColumn& one) { return one.name == name; });
  const auto at = column - table.columns.begin();
  table.columns.erase(column);
  for (std::vector<TableCell>& line : table.lines) line.erase(line.begin() + at);
}

}  // namespace

std::string SpansJson(const SpansAnswer& answer, const WriteOptions& options) {
  return DumpJson(AnswerJson("mtgauge.spans/1", answer, options), 1) + '\n';
}

Table TableOf(const SpansAnswer& answer) {
  Table table = TableOf(answer.comparison);
  DropColumn("brevity", table);  // a penalty that spans do not have
  for (const char* const name : {"precision", "recall"}) table.columns.push_back({name});
  for (const char* const name : {"predicted_spans", "gold_spans"}) {
    table.columns.push_back({name, ColumnType::kWhole});
  }
  size_t next = 0, line = 0;
  for (const MetricComparison& metric : answer.comparison.metrics) {
    for (size_t l = 0; l < metric.systems.size() + metric.pairs.size(); ++l, ++line) {
      table.lines[line].resize(table.columns.size());
      if (l < metric.systems.size()) {
        AddFigures(answer.systems[next++].scores, LineSetter{table, table.lines[line]});
      }
    }
  }
  for (const SpanSystem& system : answer.systems) {
    for (const SpanCategory& category : system.categories) AddCategoryLine(system, category, table);
  }
  for (const SpanSystem& mean : answer.means) {
    std::vector<TableCell> of_mean = EmptyLine(table);
    const LineSetter set = {table, of_mean};
    set("row", std::string("mean"));
    set("metric", std::string("F1"));
    set("a", mean.name);
    set("value", mean.scores.f1);
    AddFigures(mean.scores, set);
    table.lines.push_back(std::move(of_mean));
  }
  return table;
}

template <>
std::span<const AnswerFormat<SpansAnswer>> FormatsOf() {
  static constexpr AnswerFormat<SpansAnswer> kFormats[] = {
      {"text", SpansText},
      {"json", SpansJson},
      {"tsv", WriteSeparated<kTabs, SpansAnswer>},
      {"csv", WriteSeparated<kCommas, SpansAnswer>},
      {kParquet, WriteTableFile<kParquet, SpansAnswer>},
      {kArrow, WriteTableFile<kArrow, SpansAnswer>},
      {"latex", SpansLatex},
      {"markdown", SpansMarkdown},
  };
  return kFormats;
}

}  // namespace mtgauge
