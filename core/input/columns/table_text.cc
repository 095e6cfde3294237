// Reads all columns side by side.
#include "core/input/columns/table_text.h"

#include <fmt/format.h>

#include <cstdint>
#include <optional>
#include <span>
#include <string_view>
#include <vector>

#include "core/input/columns/leaf_cursor.h"
#include "core/input/tables/score_columns.h"

namespace mtgauge {
namespace {

constexpr uint64_t kMostRows = 100'000'000;

struct WrittenColumn {
  std::string_view name;
  std::optional<LeafCursor> cursor;
  std::string unread;  // what stands for all values if there is no cursor
};

void AddField(std::string_view field, std::string& text) {
  for (const char c : field) text += c == '\t' || c == '\n' || c == '\r' ? ' ' : c;
  text += '\t';
}

void EndLine(std::string& text) { text.back() = '\n'; }

// Returns the leaves that are written: all, except texts that `segments --keep` put beside scores.
std::vector<size_t> WrittenLeaves(std::span<const Leaf> leaves) {
  std::vector<std::string_view> names;
  for (const Leaf& leaf : leaves) names.push_back(leaf.name);
  const size_t scores = FindScoreTitles(names).value_or(0);
  std::vector<size_t> written;
  for (size_t i = 0; i < leaves.size(); ++i) {
    const bool kept = i < scores && leaves[i].type == Leaf::Type::kText && !IsIdTitle(names[i]) &&
                      !IsLabelTitle(names[i], i);
    if (!kept) written.push_back(i);
  }
  return written;
}

Result<std::vector<WrittenColumn>> OpenColumnsOf(const ColumnFile& file) {
  std::vector<WrittenColumn> columns;
  bool any = false;
  for (const size_t i : WrittenLeaves(file.leaves())) {
    const Leaf& leaf = file.leaves()[i];
    columns.push_back({leaf.name, {}, {}});
    if (leaf.type_name == kDecimals) {
      return InputError(
          {file.name()},
          fmt::format("the column '{}' has {}, which are not read", leaf.name, kDecimals),
          "write it as double, or leave it out");
    }
    if (leaf.list || leaf.type == Leaf::Type::kOther) {
      columns.back().unread = fmt::format("({}{})", leaf.list ? "lists of " : "", leaf.type_name);
    } else {
      columns.back().cursor.emplace(file, i);
      any = true;
    }
  }
  if (any) return columns;
  return InputError({file.name()}, "it has no column of texts or numbers",
                    "name a file with scores");
}

// Goes to the next row; returns false at the end.
Result<bool> NextRow(const ColumnFile& file, std::vector<WrittenColumn>& columns) {
  size_t there = 0, ended = 0;
  for (WrittenColumn& column : columns) {
    if (!column.cursor) continue;
    bool here = false;
    MTG_ASSIGN_OR_RETURN(here, column.cursor->Next());
    ++(here ? there : ended);
  }
  if (there > 0 && ended > 0) return UnequalLeaves(file.name());
  return there > 0;
}

}  // namespace

Result<std::string> TableText(const ColumnFile& file) {
  MTG_ASSIGN_OR_RETURN(std::vector<WrittenColumn> columns, OpenColumnsOf(file));
  MTG_ASSIGN_OR_RETURN(const uint64_t rows, file.CountRows());
  if (rows > kMostRows) {
    return InputError(
        {file.name()},
        fmt::format("it has {} rows, too many for a table that is read as a whole", rows),
        fmt::format("write at most {} into a file", kMostRows));
  }
  std::string text;
  if (columns.size() > 1) {
    for (const WrittenColumn& column : columns) AddField(column.name, text);
    EndLine(text);
  }
  for (;;) {
    bool more = false;
    MTG_ASSIGN_OR_RETURN(more, NextRow(file, columns));
    if (!more) return text;
    for (const WrittenColumn& column : columns) {
      AddField(column.cursor ? column.cursor->element(0).text : column.unread, text);
    }
    EndLine(text);
  }
}

}  // namespace mtgauge
