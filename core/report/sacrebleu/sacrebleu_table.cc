// Writes the output for several systems: JSON, a table of box-drawing characters, or a LaTeX table.
#include <fmt/format.h>

#include <algorithm>
#include <string_view>
#include <utility>

#include "core/base/printing.h"
#include "core/report/forms/python_text.h"
#include "core/report/sacrebleu/sacrebleu_writer.h"

namespace mtgauge {
namespace {

constexpr double kSignificant = 0.05;  // sacreBLEU's level for its mark
constexpr size_t kTitleRoom = 2;       // how much wider than its title a column is

std::string Number(const std::optional<double>& value) {
  return value ? PythonFloat(*value) : "null";
}

std::string RoundedAs(double value, const SacreBleuForm& form) {
  return fmt::format("{:.{}f}", value, form.width);
}

// A paired test prints objects with all digits; plain scoring prints rounded scores as strings.
std::string JsonScore(const SacreBleuScore& score, const SacreBleuForm& form, bool paired) {
  if (!paired) return PythonString(RoundedAs(score.score, form), true);
  return PythonObject({{"score", PythonFloat(score.score)},
                       {"p_value", Number(score.p)},
                       {"mean", Number(score.mean)},
                       {"ci", Number(score.half_width)}},
                      12, 4);
}

std::string JsonSystems(const SacreBleuResult& result, const SacreBleuForm& form, bool paired) {
  std::string out = "[";
  for (size_t s = 0; s < result.systems.size(); ++s) {
    JsonFields fields = {{"system", PythonString(result.systems[s], true)}};
    for (const SacreBleuMetricScores& metric : result.metrics) {
      fields.emplace_back(metric.title, JsonScore(metric.scores[s], form, paired));
    }
    out += (s > 0 ? ",\n    " : "\n    ") + PythonObject(fields, 8, 4);
  }
  return out + "\n]\n";
}

// The one or two lines of a cell.
using BoxedCell = std::vector<std::string>;
struct BoxedTable {
  std::vector<std::string> titles;
  std::vector<std::vector<BoxedCell>> rows;
  std::vector<size_t> widths;
};

// Returns "28.3 (28.3 ± 3.0)" followed, on the next line or on the same one, by "(p = 0.1658)".
BoxedCell ScoreCell(const SacreBleuScore& score, const SacreBleuForm& form) {
  std::string text = RoundedAs(score.score, form);
  if (score.mean) {
    text +=
        fmt::format(" ({} ± {})", RoundedAs(*score.mean, form), RoundedAs(*score.half_width, form));
  }
  if (!score.p) return {text};
  const std::string p =
      fmt::format("(p = {:.4f}){}", *score.p, *score.p <= kSignificant ? "*" : "");
  if (form.format == SacreBleuFormat::kLatex) return {text + ' ' + p};
  return {text, p};
}

BoxedTable MakeTable(const SacreBleuResult& result, const SacreBleuForm& form) {
  BoxedTable table;
  table.titles = {"System"};
  const bool intervals = result.metrics.front().scores.front().mean.has_value();
  for (const SacreBleuMetricScores& metric : result.metrics) {
    table.titles.push_back(metric.title + (intervals ? " (μ ± 95% CI)" : ""));
  }
  for (size_t s = 0; s < result.systems.size(); ++s) {
    std::vector<BoxedCell> row = {{Printable(result.systems[s])}};
    for (const SacreBleuMetricScores& metric : result.metrics) {
      row.push_back(ScoreCell(metric.scores[s], form));
    }
    table.rows.push_back(std::move(row));
  }
  for (size_t c = 0; c < table.titles.size(); ++c) {
    size_t width = DisplayWidth(table.titles[c]) + kTitleRoom;
    for (const std::vector<BoxedCell>& row : table.rows) {
      for (const std::string& line : row[c]) width = std::max(width, DisplayWidth(line));
    }
    table.widths.push_back(width);
  }
  return table;
}

// Right-aligns the first column and centres the others, with a blank on both sides.
std::string Padded(const std::string& text, size_t column, const BoxedTable& table) {
  const size_t room = table.widths[column] - DisplayWidth(text);
  const size_t before = column == 0 ? room : room / 2;
  return std::string(before + 1, ' ') + text + std::string(room - before + 1, ' ');
}

// Returns line `number` of the cells of a row.
std::vector<std::string> RowLine(const std::vector<BoxedCell>& row, size_t number,
                                 const BoxedTable& table) {
  std::vector<std::string> cells;
  for (size_t c = 0; c < row.size(); ++c) {
    cells.push_back(Padded(number < row[c].size() ? row[c][number] : "", c, table));
  }
  return cells;
}

std::string Rule(std::string_view left, std::string_view line, std::string_view middle,
                 std::string_view right, const BoxedTable& table) {
  std::string out(left);
  for (size_t c = 0; c < table.widths.size(); ++c) {
    if (c > 0) out += middle;
    for (size_t i = 0; i < table.widths[c] + 2; ++i) out += line;
  }
  return out.append(right) + '\n';
}

std::string BoxRow(const std::vector<BoxedCell>& row, const BoxedTable& table) {
  size_t lines = 0;
  for (const BoxedCell& cell : row) lines = std::max(lines, cell.size());
  std::string out;
  for (size_t line = 0; line < lines; ++line) {
    out += fmt::format("│{}│\n", fmt::join(RowLine(row, line, table), "│"));
  }
  return out;
}

std::vector<BoxedCell> TitleRow(const BoxedTable& table) {
  std::vector<BoxedCell> row;
  for (const std::string& title : table.titles) row.push_back({title});
  return row;
}

std::string BoxTable(const BoxedTable& table) {
  std::string out = Rule("╒", "═", "╤", "╕", table) + BoxRow(TitleRow(table), table);
  for (size_t r = 0; r < table.rows.size(); ++r) {
    out += r == 0 ? Rule("╞", "═", "╪", "╡", table) : Rule("├", "─", "┼", "┤", table);
    out += BoxRow(table.rows[r], table);
  }
  return out + Rule("╘", "═", "╧", "╛", table);
}

std::string LatexEscaped(const std::string& text) {
  std::string out;
  for (const char c : text) {
    if (std::string_view("&%$#_{}").find(c) != std::string_view::npos) {
      out += std::string("\\") + c;
    } else if (c == '^') {
      out += "\\^{}";
    } else if (c == '~') {
      out += "\\textasciitilde{}";
    } else if (c == '\\') {
      out += "\\textbackslash{}";
    } else if (c == '<' || c == '>') {
      out += fmt::format("\\ensuremath{{{}}}", c);
    } else {
      out += c;
    }
  }
  return out;
}

// Columns are aligned before characters are escaped.
std::string LatexRow(const std::vector<BoxedCell>& row, const BoxedTable& table) {
  std::vector<std::string> cells = RowLine(row, 0, table);
  for (std::string& cell : cells) cell = LatexEscaped(cell);
  return fmt::format("{}\\\\\n", fmt::join(cells, "&"));
}

std::string LatexTable(const BoxedTable& table) {
  std::string out = fmt::format("\\begin{{tabular}}{{r{}}}\n\\toprule\n",
                                std::string(table.titles.size() - 1, 'c'));
  out += LatexRow(TitleRow(table), table) + "\\midrule\n";
  for (const std::vector<BoxedCell>& row : table.rows) out += LatexRow(row, table);
  return out + "\\bottomrule\n\\end{tabular}\n";
}

std::string Headed(const std::string& title, const std::string& body) {
  const std::string rule(DisplayWidth(title), '-');
  return rule + '\n' + title + '\n' + rule + '\n' + body;
}

// Explains what was tested, and what p means.
std::string TestWords(const SacreBleuResult& result, const CompareOptions& options) {
  const bool bootstrap = options.test == TestKind::kBootstrap;
  const std::string title =
      bootstrap ? fmt::format("Paired bootstrap, {} resamples", options.resamples)
                : fmt::format("Paired approximate randomization, {} trials", options.resamples);
  std::string body =
      fmt::format(" - Every system is tested against '{}'.\n", result.systems.front());
  if (bootstrap) body += " - In brackets: mean of the resamples, and half their 95 % interval.\n";
  body +=
      " - p: how often resampling alone would make a difference beyond the observed one, if both\n"
      "   systems were equally good. '*' marks p <= 0.05: the difference is then unlikely to be "
      "an\n"
      "   accident of this test set. It does not say that the difference matters.\n";
  if (bootstrap) {
    body +=
        " - sacreBLEU's p is about half as large as it should be. Decide by 'mtgauge compare'.\n";
  }
  return Headed(title, body + '\n');
}

std::string Signatures(const SacreBleuResult& result, const SacreBleuForm& form) {
  std::string body;
  for (const SacreBleuMetricScores& metric : result.metrics) {
    body += fmt::format(" - {:<10} {}\n", metric.title,
                        form.short_signature ? metric.short_signature : metric.signature);
  }
  return Headed("Metric signatures", body);
}

}  // namespace

std::string SacreBleuSystems(const SacreBleuResult& result, const SacreBleuForm& form,
                             const CompareOptions* paired) {
  if (form.format == SacreBleuFormat::kJson) return JsonSystems(result, form, paired != nullptr);
  const BoxedTable table = MakeTable(result, form);
  std::string out = form.format == SacreBleuFormat::kLatex ? LatexTable(table) : BoxTable(table);
  out += '\n';
  if (paired != nullptr) out += TestWords(result, *paired);
  return out + Signatures(result, form);
}

}  // namespace mtgauge
