// Writes a TextTable in Markdown: a pipe table, which has no rules inside.
#include <string_view>

#include "core/report/forms/text_table.h"

namespace mtgauge {

std::string MarkdownText(std::string_view text) {
  std::string out;
  for (const char c : text) {
    if (std::string_view("\\`*_[]<>|#&~").find(c) != std::string_view::npos) out += '\\';
    out += c;
  }
  return out;
}

std::string MarkdownTable(const TextTable& table) {
  std::string out = "|", line = "|";
  for (const TextTable::Column& column : table.columns) {
    out += ' ' + MarkdownText(column.title) + " |";
    line += column.words ? ":---|" : "---:|";
  }
  out += '\n' + line + '\n';
  for (size_t r = 0; r < table.rows.size(); ++r) {
    out += '|';
    for (size_t c = 0; c < table.columns.size(); ++c) {
      const auto [text, mark] = SplitMark(table.rows[r][c]);
      out += table.IsBold(r, c) ? " **" + MarkdownText(text) + "**" + MarkdownText(mark) + " |"
                                : ' ' + MarkdownText(table.rows[r][c]) + " |";
    }
    out += '\n';
  }
  return out;
}

}  // namespace mtgauge
