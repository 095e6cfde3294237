// Makes the table and its caption once and lays them out in each format.
#include "core/report/compare/paper_table.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <map>
#include <optional>
#include <vector>

#include "core/base/printing.h"
#include "core/report/compare/comparison_numbers.h"
#include "core/report/compare/comparison_writer.h"
#include "core/report/forms/html.h"
#include "core/report/forms/text_table.h"
#include "core/report/forms/text_wrap.h"
#include "core/significance/conventions.h"

namespace mtgauge {
namespace {

struct PaperTable {
  TextTable table;
  std::vector<std::string> sentences;   // the caption's
  std::vector<std::string> signatures;  // after the sentences
};

TableCells CellsOf(const Comparison& comparison) {
  return comparison.table.value_or(TableCells::kScores);
}

// Returns the metrics of each group of segments; one list of all metrics if there are no groups.
std::vector<std::vector<const MetricComparison*>> ByGroup(const Comparison& comparison) {
  std::vector<std::vector<const MetricComparison*>> groups;
  for (const MetricComparison& metric : comparison.metrics) {
    if (groups.empty() || groups.back().front()->group != metric.group) groups.emplace_back();
    groups.back().push_back(&metric);
  }
  return groups;
}

// Returns titles such as "BLEU" and "TER ↓". Metrics of the same name are numbered.
std::vector<std::string> Titles(const std::vector<const MetricComparison*>& metrics) {
  std::map<std::string, size_t> count, seen;
  for (const MetricComparison* metric : metrics) ++count[metric->metric];
  std::vector<std::string> titles;
  for (const MetricComparison* metric : metrics) {
    std::string title = Printable(metric->metric);
    if (count[metric->metric] > 1) title += fmt::format(" ({})", ++seen[metric->metric]);
    titles.push_back(title + (metric->higher_is_better ? "" : " ↓"));
  }
  return titles;
}

// Returns true if a system's score is set in bold.
bool IsOfTheBest(const MetricComparison& metric, size_t system) {
  if (metric.pairs.empty() || !metric.ranks) return false;
  const uint32_t cluster = metric.systems[Ranking(metric).front()].cluster;
  const bool ranked = cluster > 0;
  return ranked ? metric.systems[system].cluster == cluster : system == Ranking(metric).front();
}

// Returns the systems, best first by the first metric; with groups, whose rankings differ, in input
// order. A baseline comes before all others.
std::vector<size_t> RowOrder(const Comparison& comparison, const MetricComparison& metric) {
  std::vector<size_t> order = Ranking(metric);
  if (!comparison.by.empty()) std::sort(order.begin(), order.end());
  if (const std::optional<uint32_t> baseline = comparison.options.baseline) {
    std::stable_partition(order.begin(), order.end(),
                          [&](size_t system) { return system == *baseline; });
  }
  return order;
}

void AppendCells(const Comparison& comparison, const MetricComparison& metric, size_t system,
                 const WriteOptions& options, std::vector<std::string>& row) {
  const Numbers numbers(metric, options);
  const SystemEstimate& estimate = metric.systems[system];
  row.push_back(numbers.Score(estimate.score) + MarkAgainstBaseline(comparison, metric, system));
  if (CellsOf(comparison) == TableCells::kIntervals) {
    row.push_back(numbers.Range(estimate.interval));
  } else if (CellsOf(comparison) == TableCells::kHalfWidths) {
    row.push_back("± " + numbers.Score(estimate.half_width));
  }
}

TextTable MakeTable(const Comparison& comparison, const WriteOptions& options) {
  const auto groups = ByGroup(comparison);
  const std::string level = LevelName(comparison.options.alpha);
  const TableCells cells = CellsOf(comparison);
  TextTable table;
  if (!comparison.by.empty()) table.columns.push_back({Printable(comparison.by), true});
  table.columns.push_back({"system", true});
  const size_t first = table.columns.size(), width = cells == TableCells::kScores ? 1 : 2;
  for (const std::string& title : Titles(groups.front())) {
    table.columns.push_back({title, false, true});
    if (width > 1) {
      table.columns.push_back({cells == TableCells::kIntervals ? level + " interval" : level});
    }
  }
  for (const auto& metrics : groups) {
    if (!table.rows.empty()) table.rules.push_back(table.rows.size());
    const std::vector<std::string> names = PrintedNames(*metrics.front());
    for (const size_t system : RowOrder(comparison, *metrics.front())) {
      const size_t r = table.rows.size();
      std::vector<std::string>& row = table.rows.emplace_back();
      if (!comparison.by.empty()) row.push_back(Printable(metrics.front()->group));
      row.push_back(names[system]);
      for (size_t m = 0; m < metrics.size(); ++m) {
        AppendCells(comparison, *metrics[m], system, options, row);
        if (IsOfTheBest(*metrics[m], system)) table.bold.insert({r, first + m * width});
      }
      const bool leads = comparison.by.empty() && comparison.options.baseline == system;
      if (leads) table.rules.push_back(table.rows.size());
    }
  }
  return table;
}

// Returns "adjusted p ≤ 0.05, max-t over the 3 pairs of a metric".
std::string LevelInWords(const CompareOptions& options, size_t pairs, std::string_view of) {
  if (options.correction == Correction::kNone) {
    return fmt::format("p ≤ {}, without correction", options.alpha);
  }
  return fmt::format("adjusted p ≤ {}, {} over {} {}", options.alpha,
                     NameOf(kCorrections, options.correction),
                     pairs == 1 ? "the one pair" : fmt::format("the {} pairs", pairs), of);
}

// Explains what is in bold, or what the mark `bold` means.
std::string BoldNote(const Comparison& comparison, const std::string& bold) {
  const CompareOptions& options = comparison.options;
  const size_t systems = comparison.metrics.front().systems.size();
  if (options.baseline && !options.rank_beside_baseline) {
    return bold + ": the best score of each metric.";
  }
  const std::string_view beats =
      options.clusters == ClusterRule::kGreedy
          ? "one of its systems is significantly better than the next system"
          : "each of its systems is significantly better than every system outside";
  return fmt::format("{}: the best cluster of each metric; {} ({}).", bold, beats,
                     LevelInWords(options, systems * (systems - 1) / 2, "of a metric"));
}

// Returns "60 segments", or "8 to 12 segments" for groups of several sizes.
std::string SizeInWords(const Comparison& comparison) {
  const auto [least, most] = std::minmax_element(
      comparison.metrics.begin(), comparison.metrics.end(),
      [](const MetricComparison& a, const MetricComparison& b) { return a.units < b.units; });
  const std::string_view unit = NameOf(kUnits, comparison.options.unit);
  return least->units == most->units ? Counted(most->units, unit)
                                     : fmt::format("{} to {} {}s", least->units, most->units, unit);
}

std::vector<std::string> Sentences(const Comparison& comparison, const WriteOptions& options,
                                   const std::string& bold) {
  const CompareOptions& tested = comparison.options;
  const MetricComparison& first = comparison.metrics.front();
  std::vector<std::string> sentences;
  if (!options.configuration.references.empty()) {
    std::vector<std::string> names;
    for (const std::string& name : options.configuration.references) {
      names.push_back(Printable(name));
    }
    sentences.push_back(
        fmt::format("Scores against {}, {}.", fmt::join(names, ", "), SizeInWords(comparison)));
  }
  const bool ranks = std::ranges::any_of(comparison.metrics, &MetricComparison::ranks);
  if (!first.pairs.empty() && ranks) sentences.push_back(BoldNote(comparison, bold));
  if (tested.baseline && !first.pairs.empty()) {
    sentences.push_back(fmt::format("*: significantly different from the baseline {} ({}).",
                                    Printable(first.systems[*tested.baseline].name),
                                    LevelInWords(tested, first.pairs.size(), "with it")));
  }
  const auto lower = [](const MetricComparison& metric) { return !metric.higher_is_better; };
  if (std::any_of(comparison.metrics.begin(), comparison.metrics.end(), lower)) {
    sentences.push_back("↓: lower is better.");
  }
  if (CellsOf(comparison) == TableCells::kHalfWidths) {
    sentences.push_back(
        fmt::format("±: half the width of the {} interval.", LevelName(tested.alpha)));
  }
  return sentences;
}

PaperTable MakePaperTable(const Comparison& comparison, const WriteOptions& options,
                          const std::string& bold) {
  PaperTable paper;
  paper.table = MakeTable(comparison, options);
  paper.sentences = Sentences(comparison, options, bold);
  const auto add = [&](const std::string& signature) {
    std::vector<std::string>& known = paper.signatures;
    if (std::find(known.begin(), known.end(), signature) == known.end()) known.push_back(signature);
  };
  for (const MetricComparison& metric : comparison.metrics) {
    add(Printable(metric.metric) + '|' + metric.signature);
  }
  for (const MetricComparison& metric : comparison.metrics) add(metric.test_signature);
  return paper;
}

// Sets a signature in typewriter type. A line may break after each key.
std::string LatexSignature(const std::string& signature) {
  std::string out = "\\texttt{";
  for (const char c : signature) {
    out += c == '|' ? "|\\allowbreak{}" : LatexText(std::string(1, c));
  }
  return out + "}";
}

}  // namespace

std::string PaperText(const Comparison& comparison, const WriteOptions& options) {
  const PaperTable paper = MakePaperTable(comparison, options, "#");
  std::string out = SplitTable(paper.table, options.columns) + '\n';
  for (const auto* lines : {&paper.sentences, &paper.signatures}) {
    for (const std::string& line : *lines) out += WrappedNote(line, options.columns);
  }
  return out;
}

std::string PaperLatex(const Comparison& comparison, const WriteOptions& options) {
  const PaperTable paper = MakePaperTable(comparison, options, "Bold");
  std::string out = "% \\usepackage{booktabs}\n\\begin{table}\n\\centering\n" +
                    LatexTable(paper.table) + "\\caption{";
  for (const std::string& sentence : paper.sentences) out += LatexText(sentence) + '\n';
  out += "Signatures:";
  for (size_t i = 0; i < paper.signatures.size(); ++i) {
    out += (i > 0 ? ";\n" : "\n") + LatexSignature(paper.signatures[i]);
  }
  return out + ".}\n\\end{table}\n";
}

std::string PaperMarkdown(const Comparison& comparison, const WriteOptions& options) {
  const PaperTable paper = MakePaperTable(comparison, options, "Bold");
  std::string out = MarkdownTable(paper.table) + '\n';
  for (const std::string& sentence : paper.sentences) out += MarkdownText(sentence) + '\n';
  out += '\n';
  for (const std::string& signature : paper.signatures) out += "- `" + signature + "`\n";
  return out;
}

std::string PaperHtml(const Comparison& comparison, const WriteOptions& options) {
  const PaperTable paper = MakePaperTable(comparison, options, "Bold");
  const TextTable& table = paper.table;
  std::string out = "<table>\n<caption>";
  for (const std::string& sentence : paper.sentences) out += Html(sentence) + '\n';
  for (const std::string& signature : paper.signatures) {
    out += "<br><code>" + Html(signature) + "</code>\n";
  }
  out += "</caption>\n<thead>\n<tr>";
  for (const TextTable::Column& column : table.columns) {
    out += "<th scope=\"col\">" + Html(column.title) + "</th>";
  }
  out += "</tr>\n</thead>\n<tbody>\n";
  for (size_t r = 0; r < table.rows.size(); ++r) {
    const bool ruled = std::find(table.rules.begin(), table.rules.end(), r) != table.rules.end();
    out += ruled ? "</tbody>\n<tbody>\n<tr>" : "<tr>";
    for (size_t c = 0; c < table.columns.size(); ++c) {
      const auto [text, mark] = SplitMark(table.rows[r][c]);
      if (table.columns[c].words) {
        out += "<th scope=\"row\">" + NameHtml(table.rows[r][c]) + "</th>";
      } else {
        const std::string number = table.IsBold(r, c) ? "<b>" + Html(text) + "</b>" : Html(text);
        out += "<td>" + number + (mark.starts_with('*') ? "<sup>*</sup>" : "") + "</td>";
      }
    }
    out += "</tr>\n";
  }
  return out + "</tbody>\n</table>\n";
}

}  // namespace mtgauge
