// Text and tables as HTML.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "core/report/forms/text_table.h"

namespace mtgauge {

// Returns how HTML and XML write a character that begins or ends their marks; empty for others.
std::string_view Entity(uint32_t c);
// Escapes any bytes as text of an element, or as an attribute's value in double quotes. Control
// characters, and characters that change the text direction, are replaced by visible signs.
std::string Html(std::string_view text);
// The same for the beginning of a long text, since readers need no more of a name.
std::string ShortHtml(std::string_view text, size_t longest = 200);
// Formats a name in a sentence, isolated from the text around it, with its own direction.
std::string NameHtml(std::string_view name);

// A table whose cells are HTML.
struct HtmlTable {
  struct Group {
    std::string title;  // plain text
    size_t columns = 1;
  };
  std::string caption;             // plain text
  std::vector<Group> groups;       // above the column heads; empty for none
  std::vector<std::string> heads;  // HTML, like all cells
  std::vector<std::vector<std::string>> rows;
  size_t words = 1;           // the first columns, which contain words and are row heads
  std::vector<size_t> rules;  // rows with a rule above them
};
std::string TableHtml(const HtmlTable& table);
// Converts a table of text, with `caption`. Columns of words are row heads.
std::string TableHtml(const TextTable& table, std::string_view caption);
// Makes a list of plain texts.
std::string ListHtml(const std::vector<std::string>& texts);
// Puts parts beside each other where the page is wide enough.
std::string BesideHtml(std::string_view parts);
// Makes a part that the reader can open. `summary` is HTML.
std::string DetailsHtml(std::string_view summary, std::string_view content, bool open = false);

}  // namespace mtgauge
