// Writes the selected candidates as text, numbers, tables and JSON Lines.
#include "core/report/matrix/mbr_output.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <span>

#include "core/base/printing.h"
#include "core/base/suggest.h"
#include "core/report/columns/table_encoder.h"
#include "core/report/forms/json_output.h"
#include "core/report/forms/separated.h"

namespace mtgauge {
namespace {

std::string_view TextOf(const MbrRanking& ranking, const MbrRanking::Pick& pick) {
  return ranking.group->hypotheses[pick.candidate].value_or("");
}

std::string NoHead(const MatrixMetric&) { return {}; }

// Writes a line for each text, or an empty one if there is none, so that lines stay in step with
// the groups; line feeds in a text become blanks.
void AppendTexts(const MbrRanking& ranking, const MatrixMetric&, std::string& out) {
  if (ranking.picks.empty()) out += '\n';
  for (const MbrRanking::Pick& pick : ranking.picks) {
    const size_t begin = out.size();
    out += TextOf(ranking, pick);
    std::replace(out.begin() + static_cast<ptrdiff_t>(begin), out.end(), '\n', ' ');
    out += '\n';
  }
}

void AppendNumbers(const MbrRanking& ranking, const MatrixMetric&, std::string& out) {
  for (size_t i = 0; i < ranking.picks.size(); ++i) {
    out += fmt::format("{}{}", i > 0 ? " " : "", ranking.picks[i].candidate + 1);
  }
  out += '\n';
}

template <const Separation& by>
std::string SeparatedHead(const MatrixMetric& metric) {
  std::string head;
  SeparatedText line(by, head);
  for (const TableColumn& column : MbrColumns(metric).columns) line.Text(column.name);
  line.EndLine();
  return head;
}

template <const Separation& by>
void AppendSeparated(const MbrRanking& ranking, const MatrixMetric&, std::string& out) {
  SeparatedText line(by, out);
  uint64_t rank = 0;
  for (const MbrRanking::Pick& pick : ranking.picks) {
    line.Text(ranking.group->name);
    line.Whole(++rank);
    line.Whole(pick.candidate + 1);
    line.Real(pick.utility);
    line.Text(TextOf(ranking, pick));
    line.EndLine();
  }
}

void AppendJson(const MbrRanking& ranking, const MatrixMetric& metric, std::string& out) {
  out += fmt::format("{{\"group\":{},\"metric\":{},\"signature\":{},\"best\":[",
                     DumpJson(ranking.group->name, -1), DumpJson(metric.name, -1),
                     DumpJson(metric.signature, -1));
  for (const MbrRanking::Pick& pick : ranking.picks) {
    out +=
        fmt::format("{}{{\"candidate\":{},\"expected\":", &pick == ranking.picks.data() ? "" : ",",
                    pick.candidate + 1);
    AppendDouble(pick.utility, out);
    out += ",\"text\":" + DumpJson(std::string(TextOf(ranking, pick)), -1) + '}';
  }
  out += "]}\n";
}

constexpr MbrFormRow kMbrForms[] = {
    {"text", NoHead, AppendTexts, false},
    {"index", NoHead, AppendNumbers, false},
    {"tsv", SeparatedHead<kTabs>, AppendSeparated<kTabs>},
    {"csv", SeparatedHead<kCommas>, AppendSeparated<kCommas>},
    {"jsonl", NoHead, AppendJson},
    {kParquet, NoHead, nullptr},
    {kArrow, NoHead, nullptr},
};

}  // namespace

const MbrFormRow& FindMbrForm(std::string_view name) {
  return *std::ranges::find_if(kMbrForms, [&](const MbrFormRow& row) { return row.name == name; });
}

TableHead MbrColumns(const MatrixMetric& metric) {
  return {{{"group", ColumnType::kText},
           {"rank", ColumnType::kWhole},
           {"candidate", ColumnType::kWhole},
           {"expected " + metric.name, ColumnType::kReal},
           {"text", ColumnType::kText}},
          {{"mtgauge.schema", "mtgauge.mbr.table/1"}, {"mtgauge.signature", metric.signature}}};
}

void AddPicks(const MbrRanking& ranking, TableStream& table) {
  int64_t rank = 0;
  for (const MbrRanking::Pick& pick : ranking.picks) {
    table.Add(std::string_view(ranking.group->name));
    table.Add(++rank);
    table.Add(static_cast<int64_t>(pick.candidate) + 1);
    table.Add(pick.utility);
    table.Add(TextOf(ranking, pick));
  }
}

std::vector<std::string_view> MbrForms() { return NamesOfRows(std::span(kMbrForms)); }

}  // namespace mtgauge
