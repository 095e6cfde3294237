// A Comparison as a table.
#include "core/fields/table.h"
#include "core/report/compare/comparison_fields.h"
#include "core/report/compare/comparison_writer.h"

namespace mtgauge {
namespace {

using enum ColumnType;

// A column after "row", and its fields of a system and of a pair; "" if there is none.
struct ComparisonColumn {
  const char* name;
  ColumnType type;
  std::string_view of_system, of_pair;
};
constexpr ComparisonColumn kComparisonColumns[] = {
    {"metric", kText, "metric", "metric"},
    {"a", kText, "name", "a"},
    {"b", kText, "", "b"},
    {"value", kReal, "score", "difference"},
    {"error", kReal, "sd", "se"},
    {"low", kReal, "interval/0", "interval/0"},
    {"high", kReal, "interval/1", "interval/1"},
    {"mean", kReal, "mean", ""},
    {"runs", kWhole, "runs", ""},
    {"sd_optimizer", kReal, "sd_optimizer", ""},
    {"cluster", kWhole, "cluster", ""},
    {"rank_low", kWhole, "ranks/0", ""},
    {"rank_high", kWhole, "ranks/1", ""},
    {"simultaneous_low", kReal, "", "simultaneous_interval/0"},
    {"simultaneous_high", kReal, "", "simultaneous_interval/1"},
    {"p", kReal, "", "p"},
    {"p_adjusted", kReal, "", "p_adjusted"},
    {"p_error", kReal, "", "p_error"},
    {"p_sacrebleu_bs", kReal, "", "p_sacrebleu_bs"},
    {"significant", kSwitch, "", "significant"},
    {"share_a_wins", kReal, "", "share_a_wins"},
    {"share_b_wins", kReal, "", "share_b_wins"},
    {"share_ties", kReal, "", "share_ties"},
    {"detectable", kReal, "", "detectable_difference"},
    {"human_agreement_percent", kReal, "", "human_agreement_percent"},
    {"signature", kText, "signature", "signature"},
    {"test_signature", kText, "test_signature", "test_signature"},
};

// Appends a line for each record in a list of the metric. Fields are the metric's or the record's.
void AppendLines(const char* row, const Json& metric, const char* list,
                 std::string_view ComparisonColumn::*field, bool grouped, Table& table) {
  for (const Json& record : metric.at(list)) {
    std::vector<TableCell>& line = table.lines.emplace_back();
    if (grouped) line.push_back(CellAt(metric, "group", kText));
    line.emplace_back(row);
    for (const ComparisonColumn& column : kComparisonColumns) {
      const std::string_view path = column.*field;
      line.push_back(CellAt(metric.contains(path) ? metric : record, path, column.type));
    }
  }
}

}  // namespace

Table TableOf(const Comparison& comparison) {
  // Groups, if there are any, are the first column.
  const bool grouped = !comparison.by.empty();
  Table table;
  if (grouped) table.columns.push_back({"group", kText});
  table.columns.push_back({"row", kText});
  for (const ComparisonColumn& column : kComparisonColumns) {
    table.columns.push_back({column.name, column.type});
  }
  for (const MetricComparison& compared : comparison.metrics) {
    const Json metric = compared;
    AppendLines("system", metric, "systems", &ComparisonColumn::of_system, grouped, table);
    AppendLines("pair", metric, "pairs", &ComparisonColumn::of_pair, grouped, table);
  }
  return table;
}

}  // namespace mtgauge
