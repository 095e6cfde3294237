// Converts text and tables to HTML.
#include "core/report/forms/html.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstdint>

#include "core/text/utf8.h"

namespace mtgauge {
namespace {

// Returns true for invisible characters that change how the text around them is shown. Characters
// that join letters of a word are not included.
bool IsHidden(uint32_t c) {
  return (c >= 0x80 && c < 0xA0) || c == 0x61C || c == 0x200B || c == 0x200E || c == 0x200F ||
         (c >= 0x2028 && c <= 0x202E) || (c >= 0x2060 && c <= 0x206F) || c == 0xFEFF ||
         (c >= 0xFFF9 && c <= 0xFFFB) || (c >= 0xE0000 && c < 0xE0080);
}

void AppendHtml(uint32_t c, std::string& out) {
  constexpr uint32_t kPictureOfNul = 0x2400, kDelete = 0x7F, kPictureOfDelete = 0x2421;
  if (const std::string_view entity = Entity(c); !entity.empty()) {
    out += entity;
  } else if (c == '"') {
    out += "&quot;";
  } else if (c == '\'') {
    out += "&#39;";
  } else if (c < ' ') {
    AppendUtf8(kPictureOfNul + c, out);
  } else if (c == kDelete) {
    AppendUtf8(kPictureOfDelete, out);
  } else if (IsHidden(c)) {
    out += fmt::format("[U+{:04X}]", c);
  } else {
    AppendUtf8(c, out);
  }
}

void AppendGroups(const HtmlTable& table, std::string& out) {
  if (table.groups.empty()) return;
  out += "<tr>";
  for (const HtmlTable::Group& group : table.groups) {
    out += group.title.empty()
               ? fmt::format("<td colspan=\"{}\"></td>", group.columns)
               : fmt::format("<th scope=\"colgroup\" class=\"group\" colspan=\"{}\">{}</th>",
                             group.columns, Html(group.title));
  }
  out += "</tr>\n";
}

void AppendRow(const HtmlTable& table, size_t row, std::string& out) {
  const bool ruled = std::count(table.rules.begin(), table.rules.end(), row) > 0;
  out += ruled ? "<tr class=\"rule\">" : "<tr>";
  const std::vector<std::string>& cells = table.rows[row];
  for (size_t c = 0; c < cells.size(); ++c) {
    if (c < table.words) {
      out += "<th scope=\"row\">" + cells[c] + "</th>";
    } else {
      out += "<td>" + cells[c] + "</td>";
    }
  }
  out += "</tr>\n";
}

// Formats a number of a TextTable, which may end in a mark or in a space in its place.
std::string MarkedNumber(std::string_view text) {
  while (text.ends_with(' ')) text.remove_suffix(1);
  return text.ends_with('*') ? "<strong>" + Html(text) + "</strong>" : Html(text);
}

}  // namespace

std::string_view Entity(uint32_t c) {
  if (c == '&') return "&amp;";
  if (c == '<') return "&lt;";
  return c == '>' ? "&gt;" : "";
}

std::string Html(std::string_view bytes) {
  const std::string text = ReplaceInvalidUtf8(bytes);
  std::string out;
  for (size_t at = 0; at < text.size();) {
    const CodePoint c = DecodeAt(text, at);
    AppendHtml(c.value, out);
    at += c.length;
  }
  return out;
}

std::string ShortHtml(std::string_view text, size_t longest) {
  if (text.size() <= longest) return Html(text);
  constexpr size_t kMostTails = 3;  // bytes of a code point after the first
  size_t end = longest;
  while (end + kMostTails > longest && (text[end] & 0xC0) == 0x80) --end;
  return Html(text.substr(0, end)) + "…";
}

std::string NameHtml(std::string_view name) { return "<bdi>" + ShortHtml(name) + "</bdi>"; }

std::string TableHtml(const HtmlTable& table) {
  std::string out = fmt::format(
      "<div class=\"wide\" role=\"group\" aria-label=\"{0}\"><table>\n<caption>{0}</caption>\n"
      "<thead>\n",
      Html(table.caption));
  AppendGroups(table, out);
  out += "<tr>";
  for (size_t c = 0; c < table.heads.size(); ++c) {
    out += c < table.words ? "<th scope=\"col\" class=\"words\">" : "<th scope=\"col\">";
    out += table.heads[c] + "</th>";
  }
  out += "</tr>\n</thead>\n<tbody>\n";
  for (size_t row = 0; row < table.rows.size(); ++row) AppendRow(table, row, out);
  return out + "</tbody>\n</table></div>\n";
}

std::string TableHtml(const TextTable& table, std::string_view caption) {
  HtmlTable html{std::string(caption), {}, {}, {}, 0, table.rules};
  std::vector<size_t> order;  // columns of words come first
  for (const bool words : {true, false}) {
    for (size_t c = 0; c < table.columns.size(); ++c) {
      if (table.columns[c].words == words) order.push_back(c);
    }
    if (words) html.words = order.size();
  }
  for (const size_t c : order) html.heads.push_back(Html(table.columns[c].title));
  for (const std::vector<std::string>& row : table.rows) {
    std::vector<std::string>& cells = html.rows.emplace_back();
    for (const size_t c : order) {
      cells.push_back(table.columns[c].words ? NameHtml(row[c]) : MarkedNumber(row[c]));
    }
  }
  return TableHtml(html);
}

std::string ListHtml(const std::vector<std::string>& texts) {
  std::string out = "<ul>\n";
  for (const std::string& text : texts) out += "<li>" + Html(text) + "</li>\n";
  return out + "</ul>\n";
}

std::string BesideHtml(std::string_view parts) {
  return fmt::format("<div class=\"beside\">\n{}</div>\n", parts);
}

std::string DetailsHtml(std::string_view summary, std::string_view content, bool open) {
  return fmt::format("<details{}><summary>{}</summary>\n{}</details>\n", open ? " open" : "",
                     summary, content);
}

}  // namespace mtgauge
