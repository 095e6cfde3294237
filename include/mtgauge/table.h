// The main figures of an answer, in columns with types. The format "tsv" is this table as text, and
// "parquet" and "arrow" are it as files; data frames of other programs are made from it.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "mtgauge/compare.h"
#include "mtgauge/evaluate.h"
#include "mtgauge/score.h"
#include "mtgauge/status.h"

namespace mtgauge {

enum class ColumnType { kText, kWhole, kReal, kSwitch };

struct TableColumn {
  std::string name;
  ColumnType type = ColumnType::kReal;
};

// A value of its column's type, or none. A column of text has a text in every cell.
using TableCell = std::variant<std::monostate, std::string, int64_t, double, bool>;

struct Table {
  std::vector<TableColumn> columns;
  std::vector<std::vector<TableCell>> lines;  // with a cell for each column
};

// A line for each score: of systems, and of systems in each group.
Table TableOf(const Report& report);
// A line for each system and each pair under each metric. They share columns: `value` is a score or
// a difference, `error` its standard deviation.
Table TableOf(const Comparison& comparison);
// A line for each measure of each metric, each rank, each tested pair and each point of a study.
// The column `other` has the study's name and point, or the other metric of a pair.
Table TableOf(const EvaluationSet& set);

// Returns the format of a table's file by its ending, "parquet"; empty if that is not the ending of
// a table.
std::string_view TableFormOf(std::string_view file);
// Writes a table into a file, in the format of its ending. The file appears only when it is
// complete. Another ending is a UsageError, and so is a table without columns, with two columns of
// one name, or with a line whose cells are not those of the columns.
Status WriteTable(const Table& table, const std::string& file);

}  // namespace mtgauge
