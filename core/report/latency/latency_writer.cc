// The table of formats of a LatencyAnswer, and the tables that they write.
#include "core/report/latency/latency_writer.h"

#include <fmt/format.h>

#include <algorithm>
#include <optional>
#include <utility>
#include <variant>
#include <vector>

#include "core/base/printing.h"
#include "core/report/forms/separated.h"
#include "core/report/forms/text_table.h"
#include "core/report/latency/latency_fields.h"

namespace mtgauge {
namespace {

struct LatencyColumn {
  std::string_view name;
  std::optional<double> LatencyFigures::*value;
};
constexpr LatencyColumn kLatencyColumns[] = {{"AL", &LatencyFigures::al},
                                             {"LAAL", &LatencyFigures::laal},
                                             {"AP", &LatencyFigures::ap},
                                             {"DAL", &LatencyFigures::dal},
                                             {"YAAL", &LatencyFigures::yaal}};
// What SimulEval adds to the names of figures with the time to compute.
constexpr std::string_view kAware = "_CA";

constexpr std::string_view kSignature = "signature";  // the last column, in a table of systems

// Adds the figures of a line of the table.
void AddLatencyCells(const LatencyFigures& figures, std::vector<TableCell>& cells) {
  for (const LatencyColumn& column : kLatencyColumns) {
    const std::optional<double>& value = figures.*column.value;
    cells.push_back(value ? TableCell(*value) : TableCell());
  }
}

std::string LatencyCell(const TableCell& cell, bool is_share, const WriteOptions& options) {
  if (const auto* text = std::get_if<std::string>(&cell)) return Printable(*text);
  if (const auto* count = std::get_if<int64_t>(&cell)) return std::to_string(*count);
  const auto* value = std::get_if<double>(&cell);
  const uint32_t digits = options.width + (is_share ? 2 : 0);
  return value == nullptr ? "n/a" : fmt::format("{:.{}f}", *value, digits);
}

TextTable TextTableOf(const LatencyAnswer& answer, const WriteOptions& options) {
  const Table table = TableOf(answer);
  TextTable text;
  for (const TableColumn& column : table.columns) {
    if (column.name == kSignature) continue;  // stands beside the table
    const bool begins_aware = column.name == fmt::format("AL{}", kAware);
    text.columns.push_back({column.name, column.type == ColumnType::kText, begins_aware});
  }
  for (const std::vector<TableCell>& line : table.lines) {
    auto& row = text.rows.emplace_back();
    for (size_t c = 0; c < text.columns.size(); ++c) {
      row.push_back(LatencyCell(line[c], table.columns[c].name.starts_with("AP"), options));
    }
  }
  return text;
}

std::string LatencyText(const LatencyAnswer& answer, const WriteOptions& options) {
  return fmt::format("latency in ms (AP: a share)|{}\n\n{}", answer.signature,
                     SplitTable(TextTableOf(answer, options), options.columns));
}

std::string LatencyLatex(const LatencyAnswer& answer, const WriteOptions& options) {
  return fmt::format("% \\usepackage{{booktabs}}\n{}% latency in ms|{}\n",
                     LatexTable(TextTableOf(answer, options)), answer.signature);
}

std::string LatencyMarkdown(const LatencyAnswer& answer, const WriteOptions& options) {
  return fmt::format("{}\n- `latency in ms|{}`\n", MarkdownTable(TextTableOf(answer, options)),
                     answer.signature);
}

std::string LatencyJson(const LatencyAnswer& answer, const WriteOptions& options) {
  return DumpJson(AnswerJson("mtgauge.latency/1", answer, options), 1) + '\n';
}

}  // namespace

Table TableOf(const LatencyAnswer& answer) {
  const auto any = [&](auto has) {
    return std::any_of(answer.systems.begin(), answer.systems.end(), has);
  };
  const bool each = any([](const LatencySystem& system) { return !system.each.empty(); });
  const bool aware = any([](const LatencySystem& system) { return system.elapsed.has_value(); });
  Table table;
  table.columns = {{"system", ColumnType::kText}};
  for (const char* const name : {"segment", "segments", "empty"}) {
    if (each == (std::string_view(name) == "segment")) {
      table.columns.push_back({name, ColumnType::kWhole});
    }
  }
  for (const std::string_view ending : {std::string_view(), kAware}) {
    for (const LatencyColumn& column : kLatencyColumns) {
      if (aware || ending.empty())
        table.columns.push_back({fmt::format("{}{}", column.name, ending)});
    }
  }
  if (!each) table.columns.push_back({std::string(kSignature), ColumnType::kText});
  const auto add = [&](std::vector<TableCell> cells, const LatencyFigures& delays,
                       const LatencyFigures& elapsed) {
    AddLatencyCells(delays, cells);
    if (aware) AddLatencyCells(elapsed, cells);
    if (!each) cells.emplace_back(answer.signature);
    table.lines.push_back(std::move(cells));
  };
  for (const LatencySystem& system : answer.systems) {
    int64_t segment = 0;
    for (const LatencyOfSegment& of : system.each) {
      add({system.name, ++segment}, of.delays, of.elapsed);
    }
    if (each) continue;
    add({system.name, static_cast<int64_t>(system.segments), static_cast<int64_t>(system.empty)},
        system.delays, system.elapsed.value_or(LatencyFigures()));
  }
  return table;
}

template <>
std::span<const AnswerFormat<LatencyAnswer>> FormatsOf() {
  static constexpr AnswerFormat<LatencyAnswer> kFormats[] = {
      {"text", LatencyText},
      {"json", LatencyJson},
      {"tsv", WriteSeparated<kTabs, LatencyAnswer>},
      {"csv", WriteSeparated<kCommas, LatencyAnswer>},
      {kParquet, WriteTableFile<kParquet, LatencyAnswer>},
      {kArrow, WriteTableFile<kArrow, LatencyAnswer>},
      {"latex", LatencyLatex},
      {"markdown", LatencyMarkdown},
  };
  return kFormats;
}

}  // namespace mtgauge
