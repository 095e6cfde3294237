// Writes a Comparison as tab-separated values with all digits. It is one table: the rows of systems
// and of pairs share columns with the same meaning (`value` is a score or a difference, `error` its
// standard deviation) and leave the other columns empty.
#include "core/fields/cells.h"
#include "core/report/compare/comparison_fields.h"
#include "core/report/compare/comparison_writer.h"

namespace mtgauge {
namespace {

// A column after "row", and its fields of a system and of a pair; "" if there is none.
struct Column {
  std::string_view name, of_system, of_pair;
};
constexpr Column kColumns[] = {
    {"metric", "metric", "metric"},
    {"a", "name", "a"},
    {"b", "", "b"},
    {"value", "score", "difference"},
    {"error", "sd", "se"},
    {"low", "interval/0", "interval/0"},
    {"high", "interval/1", "interval/1"},
    {"mean", "mean", ""},
    {"runs", "runs", ""},
    {"sd_optimizer", "sd_optimizer", ""},
    {"cluster", "cluster", ""},
    {"rank_low", "ranks/0", ""},
    {"rank_high", "ranks/1", ""},
    {"simultaneous_low", "", "simultaneous_interval/0"},
    {"simultaneous_high", "", "simultaneous_interval/1"},
    {"p", "", "p"},
    {"p_adjusted", "", "p_adjusted"},
    {"p_error", "", "p_error"},
    {"p_sacrebleu_bs", "", "p_sacrebleu_bs"},
    {"significant", "", "significant"},
    {"share_a_wins", "", "share_a_wins"},
    {"share_b_wins", "", "share_b_wins"},
    {"share_ties", "", "share_ties"},
    {"detectable", "", "detectable_difference"},
    {"human_agreement_percent", "", "human_agreement_percent"},
    {"signature", "signature", "signature"},
    {"test_signature", "test_signature", "test_signature"},
};

// Appends a line for each record in a list of the metric. Fields are the metric's or the record's.
void AppendLines(std::string_view row, const Json& metric, const char* list,
                 std::string_view Column::*field, const std::string& group, std::string& out) {
  for (const Json& record : metric.at(list)) {
    (out += group) += row;
    for (const Column& column : kColumns) {
      const std::string_view path = column.*field;
      out += '\t' + CellAt(metric.contains(path) ? metric : record, path);
    }
    out += '\n';
  }
}

}  // namespace

std::string CompareTsv(const Comparison& comparison, const WriteOptions&) {
  // Groups, if there are any, are the first column.
  const bool grouped = !comparison.by.empty();
  std::string out = grouped ? "group\trow" : "row";
  for (const Column& column : kColumns) (out += '\t') += column.name;
  out += '\n';
  for (const MetricComparison& compared : comparison.metrics) {
    const Json metric = compared;
    const std::string group = grouped ? CellAt(metric, "group") + '\t' : "";
    AppendLines("system", metric, "systems", &Column::of_system, group, out);
    AppendLines("pair", metric, "pairs", &Column::of_pair, group, out);
  }
  return out;
}

}  // namespace mtgauge
