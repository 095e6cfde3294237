// Tables for people, and the forms that they are set in.
#pragma once

#include <cstddef>
#include <set>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace mtgauge {

// A table of text. Cells of a column that is not `words` hold numbers, which may end in a mark '*'
// or in the space that keeps unmarked ones aligned. Numbers in bold are such without their mark.
struct TextTable {
  struct Column {
    std::string title;
    bool words = false;
  };
  std::vector<Column> columns;
  std::vector<std::vector<std::string>> rows;
  std::vector<size_t> rules;                      // a line stands before these rows
  std::set<std::pair<size_t, size_t>> bold = {};  // [row, column], of numbers

  bool IsBold(size_t row, size_t column) const { return bold.contains({row, column}); }
};

// A number and its mark.
std::pair<std::string_view, std::string_view> SplitMark(std::string_view cell);

// In aligned columns, for a terminal; '#' stands behind numbers in bold.
std::string AlignedTable(const TextTable& table);
// The same, and the last column is wrapped where the table is wider than `columns`, if it is one of
// words.
std::string WrappedTable(const TextTable& table, size_t columns);
// For the package booktabs. Signs, ranges and marks of numbers are in mathematical type.
std::string LatexTable(const TextTable& table);
// Text that LaTeX shows as it is.
std::string LatexText(std::string_view text);
// A pipe table, which has no lines inside: it drops the rules.
std::string MarkdownTable(const TextTable& table);
// Text that Markdown shows as it is.
std::string MarkdownText(std::string_view text);

}  // namespace mtgauge
