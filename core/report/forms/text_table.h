// Tables for humans, and the formats that they are written in.
#pragma once

#include <cstddef>
#include <set>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace mtgauge {

// A table of text. Cells of a column without `words` contain numbers, which may end in a mark '*',
// or in a space that keeps unmarked ones aligned. The mark of a bold number is not bold.
struct TextTable {
  struct Column {
    std::string title;
    bool words = false;
    bool begins_part = false;  // for SplitTable()
  };
  std::vector<Column> columns;
  std::vector<std::vector<std::string>> rows;
  std::vector<size_t> rules;                      // rows with a rule above them
  std::set<std::pair<size_t, size_t>> bold = {};  // [row, column] of bold numbers

  bool IsBold(size_t row, size_t column) const { return bold.contains({row, column}); }
};

// Splits a cell into a number and its mark.
std::pair<std::string_view, std::string_view> SplitMark(std::string_view cell);

// Writes aligned columns, for a terminal; bold numbers are followed by '#'.
std::string AlignedTable(const TextTable& table);
// The same as above, but wraps the last column, if it contains words, when the table is wider than
// `columns`.
std::string WrappedTable(const TextTable& table, size_t columns);
// The same as AlignedTable(), but a table that is wider than `columns` is split before columns that
// begin a part (before any if none does), into as few tables as fit. Each repeats the columns of
// words at the left.
std::string SplitTable(const TextTable& table, size_t columns);
// Writes a table for the package booktabs. Signs, ranges and marks of numbers are in math mode.
std::string LatexTable(const TextTable& table);
// Escapes text for LaTeX.
std::string LatexText(std::string_view text);
// Writes a pipe table. It cannot have rules inside, so they are dropped.
std::string MarkdownTable(const TextTable& table);
// Escapes text for Markdown. It mentions nobody and links to nothing.
std::string MarkdownText(std::string_view text);

}  // namespace mtgauge
