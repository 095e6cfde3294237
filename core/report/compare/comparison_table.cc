// A Comparison as a table.
#include <algorithm>
#include <string_view>
#include <vector>

#include "core/fields/table.h"
#include "core/report/compare/comparison_fields.h"
#include "core/report/compare/comparison_writer.h"

namespace mtgauge {
namespace {

using enum ColumnType;

// Whether a column stands in every table, or only if a system or a pair has its field: those of
// some metrics, and of requests for groups, a margin, a control of length or a plan.
enum class Stands { kAlways, kIfKnown };
using enum Stands;

// A column after "row", and its fields of a system and of a pair; "" if there is none.
struct ComparisonColumn {
  const char* name;
  ColumnType type;
  std::string_view of_system, of_pair;
  Stands stands = kAlways;
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
    {"brevity", kReal, "", "brevity"},
    {"on", kReal, "details/on", "", kIfKnown},
    {"off", kReal, "details/off", "", kIfKnown},
    {"unknown", kReal, "details/unknown", "", kIfKnown},
    {"part_of_all", kReal, "", "part_of_all", kIfKnown},
    {"p_margin", kReal, "", "p_margin", kIfKnown},
    {"p_margin_adjusted", kReal, "", "p_margin_adjusted", kIfKnown},
    {"equal_length", kReal, "", "equal_length/difference", kIfKnown},
    {"equal_length_error", kReal, "", "equal_length/se", kIfKnown},
    {"equal_length_low", kReal, "", "equal_length/interval/0", kIfKnown},
    {"equal_length_high", kReal, "", "equal_length/interval/1", kIfKnown},
    {"equal_length_mean", kReal, "", "equal_length/mean", kIfKnown},
    {"equal_length_longer", kReal, "", "equal_length/longer", kIfKnown},
    {"equal_length_per_token", kReal, "", "equal_length/per_token", kIfKnown},
    {"plan_difference", kReal, "", "plan/difference", kIfKnown},
    {"plan_units", kWhole, "", "plan/units", kIfKnown},
    {"plan_segments", kWhole, "", "plan/segments", kIfKnown},
    {"plan_power_now", kReal, "", "plan/power_now", kIfKnown},
    {"plan_smallest_now", kReal, "", "plan/smallest_now", kIfKnown},
};

bool AnyHas(const Json& records, std::string_view path) {
  const std::string field(path.substr(0, path.find('/')));
  return std::any_of(records.begin(), records.end(),
                     [&](const Json& record) { return record.contains(field); });
}

std::vector<ComparisonColumn> ColumnsOf(const std::vector<Json>& metrics) {
  std::vector<ComparisonColumn> columns;
  for (const ComparisonColumn& column : kComparisonColumns) {
    const bool stands = column.stands == kAlways ||
                        std::any_of(metrics.begin(), metrics.end(), [&](const Json& metric) {
                          return AnyHas(metric.at("systems"), column.of_system) ||
                                 AnyHas(metric.at("pairs"), column.of_pair);
                        });
    if (stands) columns.push_back(column);
  }
  return columns;
}

// Appends a line for each record in a list of the metric. Fields are the metric's or the record's.
void AppendLines(const char* row, const Json& metric, const char* list,
                 std::string_view ComparisonColumn::*field,
                 const std::vector<ComparisonColumn>& columns, bool grouped, Table& table) {
  for (const Json& record : metric.at(list)) {
    std::vector<TableCell>& line = table.lines.emplace_back();
    if (grouped) line.push_back(CellAt(metric, "group", kText));
    line.emplace_back(row);
    for (const ComparisonColumn& column : columns) {
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
  const std::vector<Json> metrics(comparison.metrics.begin(), comparison.metrics.end());
  const std::vector<ComparisonColumn> columns = ColumnsOf(metrics);
  for (const ComparisonColumn& column : columns) {
    table.columns.push_back({column.name, column.type});
  }
  for (const Json& metric : metrics) {
    AppendLines("system", metric, "systems", &ComparisonColumn::of_system, columns, grouped, table);
    AppendLines("pair", metric, "pairs", &ComparisonColumn::of_pair, columns, grouped, table);
  }
  return table;
}

}  // namespace mtgauge
