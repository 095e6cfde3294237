// Writes a TextTable in Markdown: a pipe table, which has no rules inside.
#include <absl/strings/ascii.h>

#include <string_view>

#include "core/report/forms/text_table.h"

namespace mtgauge {
namespace {

constexpr std::string_view kZeroWidthSpace = "\u200B";

// Returns true if a mention (@name, #1) or a link (http://, www., an address) goes on behind
// text[i]. Sites find these after they have removed backslashes, so that only another character
// stops them.
bool StartsLink(std::string_view text, size_t i) {
  const std::string_view behind = text.substr(i + 1);
  switch (text[i]) {
    case '@':
    case '#':
      return !behind.empty() && absl::ascii_isalnum(static_cast<unsigned char>(behind.front()));
    case ':':
      return behind.starts_with("//");
    case '.':
      return i >= 3 && text.substr(i - 3, 3).find_first_not_of("wW") == std::string_view::npos;
    default:
      return false;
  }
}

}  // namespace

std::string MarkdownText(std::string_view text) {
  std::string out;
  for (size_t i = 0; i < text.size(); ++i) {
    if (std::string_view("\\`*_[]<>|#&~$").find(text[i]) != std::string_view::npos) out += '\\';
    out += text[i];
    if (StartsLink(text, i)) out += kZeroWidthSpace;
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
