// Writes a TextTable in aligned columns.
#include "core/report/forms/text_table.h"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <utility>

#include "core/base/printing.h"
#include "core/report/forms/text_wrap.h"

namespace mtgauge {
namespace {

constexpr std::string_view kIndent = "  ";

void AppendLine(const TextTable& table, const std::vector<size_t>& widths,
                const std::vector<std::string>& cells, std::string& out) {
  std::string line;
  for (size_t c = 0; c < cells.size(); ++c) {
    // A word may be wider than a wrapped column.
    const std::string padding(widths[c] - std::min(widths[c], DisplayWidth(cells[c])), ' ');
    line += kIndent;
    line += table.columns[c].words ? cells[c] + padding : padding + cells[c];
  }
  out += line.substr(0, line.find_last_not_of(' ') + 1) + '\n';
}

// Returns the rows with a sign after each bold number, and a space after the other numbers of such
// a column.
std::vector<std::vector<std::string>> RowsWithSigns(const TextTable& table) {
  std::vector<std::vector<std::string>> rows = table.rows;
  std::set<size_t> columns;
  for (const auto& [row, column] : table.bold) columns.insert(column);
  for (size_t r = 0; r < rows.size(); ++r) {
    for (const size_t c : columns) {
      rows[r][c].insert(SplitMark(rows[r][c]).first.size(), table.IsBold(r, c) ? "#" : " ");
    }
  }
  return rows;
}

// Narrower columns of words are unreadable.
constexpr size_t kNarrowest = 24;

// Appends a line with its last cell wrapped.
void AppendWrapped(const TextTable& table, const std::vector<size_t>& widths,
                   std::vector<std::string> cells, std::string& out) {
  const std::vector<std::string> lines = WrapWords(cells.back(), widths.back());
  for (size_t line = 0; line == 0 || line < lines.size(); ++line) {
    if (line > 0) cells.assign(cells.size(), "");
    cells.back() = lines.empty() ? "" : lines[line];
    AppendLine(table, widths, cells, out);
  }
}

bool Fits(std::string_view text, size_t columns) {
  while (!text.empty()) {
    const size_t end = std::min(text.find('\n'), text.size());
    if (DisplayWidth(text.substr(0, end)) > columns) return false;
    text.remove_prefix(std::min(end + 1, text.size()));
  }
  return true;
}

// Returns the table with only these columns.
TextTable Picked(const TextTable& table, const std::vector<size_t>& columns) {
  TextTable picked;
  picked.rows.resize(table.rows.size());
  picked.rules = table.rules;
  for (const size_t c : columns) {
    for (size_t r = 0; r < table.rows.size(); ++r) {
      if (table.IsBold(r, c)) picked.bold.emplace(r, picked.columns.size());
      picked.rows[r].push_back(table.rows[r][c]);
    }
    picked.columns.push_back(table.columns[c]);
  }
  return picked;
}

}  // namespace

std::pair<std::string_view, std::string_view> SplitMark(std::string_view cell) {
  const size_t end = cell.find_last_not_of("* ") + 1;
  return {cell.substr(0, end), cell.substr(end)};
}

std::string AlignedTable(const TextTable& table) { return WrappedTable(table, SIZE_MAX); }

std::string SplitTable(const TextTable& table, size_t columns) {
  std::string whole = AlignedTable(table);
  if (Fits(whole, columns)) return whole;
  size_t names = 0;
  while (names < table.columns.size() && table.columns[names].words) ++names;
  const bool anywhere =
      std::none_of(table.columns.begin(), table.columns.end(),
                   [](const TextTable::Column& column) { return column.begins_part; });
  std::vector<size_t> part;  // the columns of the part that is being filled
  std::string out;
  for (size_t c = 0; c < table.columns.size();) {
    const size_t filled = part.size();
    std::vector<size_t> longer = part;
    do {
      longer.push_back(c++);
    } while (c < table.columns.size() && !anywhere && !table.columns[c].begins_part);
    // Names alone are no part.
    if (filled > names && !Fits(AlignedTable(Picked(table, longer)), columns)) {
      out += AlignedTable(Picked(table, part)) + '\n';
      longer.erase(longer.begin() + static_cast<std::ptrdiff_t>(names),
                   longer.begin() + static_cast<std::ptrdiff_t>(filled));
    }
    part = std::move(longer);
  }
  return out + AlignedTable(Picked(table, part));
}

std::string WrappedTable(const TextTable& table, size_t columns) {
  const std::vector<std::vector<std::string>> rows = RowsWithSigns(table);
  std::vector<std::string> titles;
  std::vector<size_t> widths;
  size_t total = 0;
  for (size_t c = 0; c < table.columns.size(); ++c) {
    titles.push_back(table.columns[c].title);
    size_t width = DisplayWidth(titles[c]);
    for (const auto& row : rows) width = std::max(width, DisplayWidth(row[c]));
    widths.push_back(width);
    total += width + kIndent.size();
  }
  const bool wrapped = total > columns && table.columns.back().words;
  if (wrapped) {
    const size_t others = total - widths.back();
    widths.back() = std::max(kNarrowest, columns - std::min(columns, others));
    total = others + widths.back();
  }
  const std::string rule = std::string(kIndent) + std::string(total - kIndent.size(), '-') + '\n';
  std::string out;
  AppendLine(table, widths, titles, out);
  for (size_t r = 0; r < rows.size(); ++r) {
    const bool ruled = std::find(table.rules.begin(), table.rules.end(), r) != table.rules.end();
    if (r == 0 || ruled) out += rule;
    if (wrapped) {
      AppendWrapped(table, widths, rows[r], out);
    } else {
      AppendLine(table, widths, rows[r], out);
    }
  }
  return out;
}

}  // namespace mtgauge
