// Tables for people, and the forms that they are set in.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace mtgauge {

// A table of text. Cells of a column that is not `words` hold numbers, which may end in a mark '*'
// or in the space that keeps unmarked ones aligned.
struct TextTable {
  struct Column {
    std::string title;
    bool words = false;
  };
  std::vector<Column> columns;
  std::vector<std::vector<std::string>> rows;
  std::vector<size_t> rules;  // a line stands before these rows
};

// In aligned columns, for a terminal.
std::string AlignedTable(const TextTable& table);
// The same, and the last column is wrapped where the table is wider than `columns`, if it is one of
// words.
std::string WrappedTable(const TextTable& table, size_t columns);
// For the package booktabs. Signs, ranges and marks of numbers are in mathematical type.
std::string LatexTable(const TextTable& table);
// A pipe table, which has no lines inside: it drops the rules.
std::string MarkdownTable(const TextTable& table);
// Text that Markdown shows as it is.
std::string MarkdownText(std::string_view text);

}  // namespace mtgauge
