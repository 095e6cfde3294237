// The main figures of an answer, in columns with types. The format "tsv" is this table as text, and
// "parquet" and "arrow" are it as files; data frames of other programs are made from it.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "mtgauge/compare.h"
#include "mtgauge/evaluate.h"
#include "mtgauge/score.h"
#include "mtgauge/status.h"
#include "mtgauge/visibility.h"

namespace MTGAUGE_PUBLIC mtgauge {

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

// Returns the format that the ending of a file names, in small or capital letters: "parquet", or
// "markdown" for .md; empty if it names none.
std::string_view FormatOfEnding(std::string_view file);
// Returns a UsageError if the ending of a file names another format than the one that is to be
// written, or a compressed file. `formats`: all that could be written instead.
Status CheckEnding(std::string_view file, std::string_view format,
                   std::span<const std::string_view> formats);
// Writes a table into a file, in the format of its ending. The file appears only when it is
// complete. Another ending is a UsageError, and so is a table without columns, with two columns of
// one name, or with a line whose cells are not those of the columns.
Status WriteTable(const Table& table, const std::string& file);

}  // namespace mtgauge
