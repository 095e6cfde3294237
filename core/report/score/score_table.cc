// A Report as a table.
#include <string>
#include <vector>

#include "core/input/group_values.h"
#include "core/report/score/group_means.h"
#include "core/report/score/report_writer.h"
#include "mtgauge/table.h"

namespace mtgauge {
namespace {

using Line = std::vector<TableCell>;

// Appends a line for each share of which the score is one, named as the columns of segments are.
void AppendShares(const std::string& system, const MetricScore& score, const Line& head,
                  Table& table) {
  for (const Detail& share : score.details) {
    Line& line = table.lines.emplace_back(head);
    line.insert(line.end(), {system, score.metric + ':' + share.name, std::get<double>(share.value),
                             score.signature});
    line.resize(table.columns.size());
  }
}

// `head` is the cells before the system's.
void AppendScores(const std::vector<SystemReport>& systems, const Line& head, Table& table) {
  for (const SystemReport& system : systems) {
    for (const MetricScore& score : system.scores) {
      Line& line = table.lines.emplace_back(head);
      line.insert(line.end(), {system.name, score.metric, score.score, score.signature});
      if (score.resampled) {
        const auto& interval = score.resampled->interval;
        line.push_back(interval ? TableCell(interval->mean) : TableCell());
        line.push_back(interval ? TableCell(interval->half_width) : TableCell());
        line.push_back(score.resampled->p ? TableCell(*score.resampled->p) : TableCell());
      }
      if (score.details_are_shares) AppendShares(system.name, score, head, table);
    }
  }
}

// Appends what the scores are over, the group's values, and the number of segments.
void AppendGrouped(const Report& report, const GroupedReport& grouped, Table& table) {
  const size_t fields = SplitFields(grouped.by).size();
  const auto head = [&](const char* of, const std::vector<std::string>& values, uint64_t segments) {
    Line line = {of};
    line.resize(1 + fields - values.size(), std::string());
    line.insert(line.end(), values.begin(), values.end());
    line.emplace_back(static_cast<int64_t>(segments));
    return line;
  };
  AppendScores(report.systems, head("all", {}, report.segments), table);
  for (const GroupReport& group : grouped.groups) {
    AppendScores(group.systems, head("group", SplitValues(group.name, fields), group.segments),
                 table);
  }
  for (const GroupMean& mean : MeansOverFirst(grouped)) {
    AppendScores(mean.systems, head("macro", mean.values, mean.segments), table);
  }
  AppendScores(grouped.macro, head("macro", {}, report.segments), table);
}

}  // namespace

Table TableOf(const Report& report) {
  using enum ColumnType;
  Table table;
  if (report.grouped) {
    table.columns.push_back({"of", kText});
    const std::vector<std::string> fields = SplitFields(report.grouped->by);
    for (const std::string& field : fields) {
      table.columns.push_back({fields.size() < 2 ? "group" : "group:" + field, kText});
    }
    table.columns.push_back({"segments", kWhole});
  }
  for (const char* const name : {"system", "metric", "score", "signature"}) {
    table.columns.push_back({name, name == std::string_view("score") ? kReal : kText});
  }
  // Either all scores of a report were resampled, or none.
  if (!report.systems.empty() && !report.systems.front().scores.empty() &&
      report.systems.front().scores.front().resampled) {
    for (const char* const name : {"mean", "half_width", "p"})
      table.columns.push_back({name, kReal});
  }
  if (report.grouped) {
    AppendGrouped(report, *report.grouped, table);
  } else {
    AppendScores(report.systems, {}, table);
  }
  return table;
}

}  // namespace mtgauge
