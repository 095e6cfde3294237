// A TextTable in LaTeX, for the package booktabs.
#include <algorithm>
#include <string_view>

#include "core/report/forms/text_table.h"

namespace mtgauge {
namespace {

std::string EscapedChar(char c) {
  switch (c) {
    case '\\':
      return "\\textbackslash{}";
    case '~':
      return "\\textasciitilde{}";
    case '^':
      return "\\textasciicircum{}";
    case '<':
    case '>':
      return std::string("$") + c + "$";
    case '[':  // behind \\ it would begin an argument
      return "{[}";
    default:
      break;
  }
  const std::string text(1, c);
  return std::string_view("&%$#_{}").find(c) == std::string_view::npos ? text : "\\" + text;
}

std::string EscapedText(std::string_view text) {
  std::string out;
  for (const char c : text) out += EscapedChar(c);
  return out;
}

// Signs, ranges, marks and infinity in mathematical type.
std::string Number(std::string_view cell) {
  constexpr std::string_view kInfinity = "∞", kPlusMinus = "±";
  std::string out;
  for (size_t i = 0; i < cell.size(); ++i) {
    const bool between = i > 0 && cell[i - 1] >= '0' && cell[i - 1] <= '9';
    if (cell.substr(i).starts_with(kInfinity)) {
      out += "$\\infty$";
      i += kInfinity.size() - 1;
    } else if (cell.substr(i).starts_with(kPlusMinus)) {
      out += "$\\pm$";
      i += kPlusMinus.size() - 1;
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

}  // namespace

std::string LatexTable(const TextTable& table) {
  std::string alignment, titles, body;
  for (const TextTable::Column& column : table.columns) {
    alignment += column.words ? 'l' : 'r';
    titles += (titles.empty() ? "" : " & ") + EscapedText(column.title);
  }
  for (size_t r = 0; r < table.rows.size(); ++r) {
    const bool ruled = std::find(table.rules.begin(), table.rules.end(), r) != table.rules.end();
    if (ruled) body += "\\midrule\n";
    for (size_t c = 0; c < table.columns.size(); ++c) {
      const std::string& cell = table.rows[r][c];
      body += (c > 0 ? " & " : "") + (table.columns[c].words ? EscapedText(cell) : Number(cell));
    }
    body += " \\\\\n";
  }
  return "\\begin{tabular}{" + alignment + "}\n\\toprule\n" + titles + " \\\\\n\\midrule\n" + body +
         "\\bottomrule\n\\end{tabular}\n";
}

}  // namespace mtgauge
