// Text and tables as HTML.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include "core/report/forms/text_table.h"

namespace mtgauge {

// Any bytes as text of an element, or as an attribute's value in double quotes. Control characters
// show as signs, and so do those that turn the direction of what follows.
std::string Html(std::string_view text);
// The same of the beginning of a text that may be long; nobody reads more of a name.
std::string ShortHtml(std::string_view text, size_t longest = 200);
// A text as a name in a sentence: set apart, in its own direction.
std::string NameHtml(std::string_view name);

// A table whose cells are HTML.
struct HtmlTable {
  struct Group {
    std::string title;  // text
    size_t columns = 1;
  };
  std::string caption;             // text
  std::vector<Group> groups;       // above the heads of columns; empty: none
  std::vector<std::string> heads;  // HTML, as all cells are
  std::vector<std::vector<std::string>> rows;
  size_t words = 1;           // so many columns, the first, hold words; each heads its row
  std::vector<size_t> rules;  // a line stands before these rows
};
std::string TableHtml(const HtmlTable& table);
// A table of text with `caption`. Its columns of words head their rows.
std::string TableHtml(const TextTable& table, std::string_view caption);
// A part that opens when asked. `summary` is HTML.
std::string DetailsHtml(std::string_view summary, std::string_view content, bool open = false);

}  // namespace mtgauge
