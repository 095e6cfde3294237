// Makes rows of records.
#include "core/input/tables/score_records.h"

#include <fmt/format.h>
#include <simdjson.h>

#include <algorithm>
#include <cstddef>
#include <unordered_map>
#include <utility>
#include <vector>

#include "core/input/formats/json_record.h"
#include "core/input/tables/score_columns.h"
#include "core/simd/kernels.h"

namespace mtgauge {
namespace {

namespace dom = simdjson::dom;

constexpr std::string_view kComet = "COMET", kScore = "score", kScoreLists = "scores",
                           kSkipped = "skipped";

bool HasScore(const dom::object& record, std::string_view field) {
  dom::element value;
  return record[field].get(value) == simdjson::SUCCESS && (value.is_number() || value.is_null());
}

bool IsOfComet(const dom::object& record) {
  return HasScore(record, kComet) || HasScore(record, kScore);
}

// Returns true for a record alone that is no object of lists, as comet-score writes it.
bool IsSegmentRecord(const dom::object& record) {
  const auto is_id = [](dom::key_value_pair field) { return IsIdTitle(field.key); };
  return IsOfComet(record) || std::any_of(record.begin(), record.end(), is_id);
}

// Collects records whose fields may differ.
class RecordTable {
 public:
  explicit RecordTable(TableRows& table) : table_(table) { table_.AddRow(1, {}); }

  void Add(size_t line, const dom::object& record) {
    table_.AddRow(line, {});
    for (const dom::key_value_pair field : record) {
      if (field.key == kSkipped) continue;
      if (field.key == kScoreLists && AddScores(field.value)) continue;
      Set(std::string(field.key), field.value);
    }
  }

  void Finish() {
    for (auto& row : table_.rows) row.resize(table_.rows[0].size());
  }

 private:
  // Returns false for anything but {SYSTEM: {METRIC: NUMBER}} and null.
  bool AddScores(dom::element scores) {
    if (scores.is_null()) return true;
    dom::object systems, metrics;
    if (scores.get(systems) != simdjson::SUCCESS) return false;
    for (const dom::key_value_pair system : systems) {
      if (system.value.get(metrics) != simdjson::SUCCESS) return false;
      for (const dom::key_value_pair metric : metrics) {
        Set(fmt::format("{}:{}", system.key, metric.key), metric.value);
      }
    }
    return true;
  }

  void Set(std::string title, dom::element value) {
    const auto [column, is_new] = columns_.try_emplace(std::move(title), table_.rows[0].size());
    if (is_new) table_.rows[0].push_back(table_.unquoted.emplace_back(column->first));
    std::vector<std::string_view>& row = table_.rows.back();
    row.resize(std::max(row.size(), column->second + 1));
    std::string_view text;
    if (value.is_null()) return;
    const bool is_text = value.get(text) == simdjson::SUCCESS;
    row[column->second] =
        table_.unquoted.emplace_back(is_text ? std::string(text) : simdjson::minify(value));
  }

  TableRows& table_;
  std::unordered_map<std::string, size_t> columns_;
};

// Takes the score of one of comet-score's objects as a row.
Status AddComet(const std::string& name, const Row& line, const dom::object& record,
                TableRows& table) {
  dom::element score;
  if (record[kComet].get(score) != simdjson::SUCCESS &&
      record[kScore].get(score) != simdjson::SUCCESS) {
    return InputError({name, line.line}, "the segment has no score",
                      "give every line a field COMET or score, with null if it is missing");
  }
  const std::string& text = table.unquoted.emplace_back(simdjson::minify(score));
  table.AddRow(line.line, text).push_back(text);
  return OkStatus();
}

}  // namespace

Result<std::optional<ScoreRecords>> CutScoreRecords(const std::string& name,
                                                    std::string_view bytes) {
  // The JSON parser reads beyond the end of a line.
  const std::string padded = std::string(bytes) + std::string(kTextPadding, '\0');
  std::vector<Row> lines;
  size_t number = 0;
  for (const std::string_view line : CutLines(std::string_view(padded).substr(0, bytes.size()))) {
    ++number;
    if (line.find_first_not_of(" \t") != line.npos) lines.push_back({line, number});
  }
  dom::parser parser;
  const auto first = ParseRecord(name, lines[0], parser);
  if (!first.ok() || (lines.size() == 1 && !IsSegmentRecord(*first))) {
    return std::optional<ScoreRecords>();
  }
  ScoreRecords records;
  records.has_header = !IsOfComet(*first);
  std::optional<RecordTable> table;
  if (records.has_header) table.emplace(records.table);
  for (const Row& line : lines) {
    MTG_ASSIGN_OR_RETURN(const dom::object record, ParseRecord(name, line, parser));
    if (table) {
      table->Add(line.line, record);
    } else {
      MTG_RETURN_IF_ERROR(AddComet(name, line, record, records.table));
    }
  }
  if (table) table->Finish();
  return std::optional(std::move(records));
}

}  // namespace mtgauge
