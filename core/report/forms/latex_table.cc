// Writes a TextTable in LaTeX, for the package booktabs.
#include <algorithm>
#include <string_view>
#include <utility>

#include "core/report/forms/text_table.h"

namespace mtgauge {
namespace {

std::string EscapedChar(char c) {
  switch (c) {
    case '\\':
      return "\\textbackslash{}";
    case '~':
      return "\\textasciitilde{}";
    case '|':  // a dash in the encoding OT1
      return "\\textbar{}";
    case '^':
      return "\\textasciicircum{}";
    case '<':
    case '>':
      return std::string("$") + c + "$";
    case '[':  // after \\ it would begin an argument
      return "{[}";
    default:
      break;
  }
  const std::string text(1, c);
  return std::string_view("&%$#_{}").find(c) == std::string_view::npos ? text : "\\" + text;
}

constexpr std::string_view kInfinity = "∞", kPlusMinus = "±", kDown = "↓", kAtMost = "≤";

// Returns the command for the sign at the beginning of the text; empty if there is none.
std::string_view Command(std::string_view text, size_t& length) {
  constexpr std::pair<std::string_view, std::string_view> kCommands[] = {{kInfinity, "$\\infty$"},
                                                                         {kPlusMinus, "$\\pm$"},
                                                                         {kDown, "$\\downarrow$"},
                                                                         {kAtMost, "$\\leq$"}};
  for (const auto& [sign, command] : kCommands) {
    length = sign.size();
    if (text.starts_with(sign)) return command;
  }
  return {};
}

// Sets signs, ranges, marks and infinity in math mode.
std::string Number(std::string_view cell) {
  std::string out;
  size_t length = 0;
  for (size_t i = 0; i < cell.size(); ++i) {
    const bool between = i > 0 && cell[i - 1] >= '0' && cell[i - 1] <= '9';
    if (const std::string_view command = Command(cell.substr(i), length); !command.empty()) {
      out += command;
      i += length - 1;
    } else if (cell[i] == '-') {
      out += between ? "--" : "$-$";
    } else if (cell[i] == '+') {
      out += "$+$";
    } else if (cell[i] == '*') {
      out += "$^{*}$";
    } else if (cell[i] != ' ' || i + 1 < cell.size()) {
      out += EscapedChar(cell[i]);
    }
  }
  return out;
}

std::string Cell(const TextTable& table, size_t row, size_t column) {
  const std::string& cell = table.rows[row][column];
  if (table.columns[column].words) return LatexText(cell);
  if (!table.IsBold(row, column)) return Number(cell);
  const auto [number, mark] = SplitMark(cell);
  return "\\textbf{" + Number(number) + "}" + Number(mark);
}

}  // namespace

std::string LatexText(std::string_view text) {
  std::string out;
  size_t length = 0;
  for (size_t i = 0; i < text.size(); ++i) {
    const std::string_view command = Command(text.substr(i), length);
    out += command.empty() ? EscapedChar(text[i]) : std::string(command);
    if (!command.empty()) i += length - 1;
  }
  return out;
}

std::string LatexTable(const TextTable& table) {
  std::string alignment, titles, body;
  for (const TextTable::Column& column : table.columns) {
    alignment += column.words ? 'l' : 'r';
    titles += (titles.empty() ? "" : " & ") + LatexText(column.title);
  }
  for (size_t r = 0; r < table.rows.size(); ++r) {
    const bool ruled = std::find(table.rules.begin(), table.rules.end(), r) != table.rules.end();
    if (ruled) body += "\\midrule\n";
    for (size_t c = 0; c < table.columns.size(); ++c) {
      body += (c > 0 ? " & " : "") + Cell(table, r, c);
    }
    body += " \\\\\n";
  }
  return "\\begin{tabular}{" + alignment + "}\n\\toprule\n" + titles + " \\\\\n\\midrule\n" + body +
         "\\bottomrule\n\\end{tabular}\n";
}

}  // namespace mtgauge
