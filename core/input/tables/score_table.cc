// Detects the form of a score file by its content, and reads it.
#include "core/input/tables/score_table.h"

#include <absl/strings/ascii.h>
#include <fmt/format.h>
#include <fmt/ranges.h>
#include <simdjson.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <optional>
#include <set>
#include <unordered_map>
#include <unordered_set>
#include <utility>

#include "core/base/printing.h"
#include "core/input/formats/json_record.h"
#include "core/input/tables/judgement_forms.h"
#include "core/input/tables/score_columns.h"
#include "core/input/tables/score_records.h"
#include "core/input/tables/text_file.h"

namespace mtgauge {
namespace {

constexpr double kMissing = std::numeric_limits<double>::quiet_NaN();

bool IsScoreNumber(std::string_view field) {
  const std::optional<double> score = ScoreOf(field);
  return score && !std::isnan(*score);
}

// `column`: its name; empty if it has none.
Status NotAScore(const std::string& name, size_t line, std::string_view field,
                 std::string_view column = "") {
  return InputError({name, line},
                    fmt::format("'{:.40}'{} is not a score", field,
                                column.empty() ? "" : fmt::format(" in column '{:.40}'", column)),
                    "write a finite number, or None if it is missing");
}

// Reads one number per line.
Result<ScoreTable> ParseNumbers(const std::string& name, const TableRows& text) {
  ScoreTable table;
  table.systems = {""};
  table.scores.resize(1);
  for (size_t i = 0; i < text.rows.size(); ++i) {
    const std::optional<double> score = ScoreOf(text.rows[i][0]);
    if (!score || text.rows[i].size() != 1) return NotAScore(name, text.lines[i], text.texts[i]);
    table.scores[0].push_back(*score);
  }
  return table;
}

// Reads lines SYSTEM <tab> SCORE.
Result<ScoreTable> ParseSystemLines(const std::string& name, const TableRows& text) {
  const std::vector<Fields>& rows = text.rows;
  ScoreTable table;
  std::unordered_map<std::string_view, size_t> numbers;
  for (size_t i = 0; i < rows.size(); ++i) {
    const Fields& fields = rows[i];
    if (fields.size() != 2 || fields[0].empty()) {
      return InputError({name, text.lines[i]}, "the line is not a system, a tab and a score",
                        "write both on every line");
    }
    const std::optional<double> score = ScoreOf(fields[1]);
    if (!score) return NotAScore(name, text.lines[i], fields[1]);
    const auto [system, is_new] = numbers.try_emplace(fields[0], table.systems.size());
    if (is_new) {
      table.systems.emplace_back(fields[0]);
      table.scores.emplace_back();
    }
    table.scores[system->second].push_back(*score);
  }
  // What looks like many systems with one segment each is really segments with their ids.
  if (table.systems.size() == rows.size() && rows.size() > 1) {
    return InputError(
        {name}, "every line names a different system",
        "if the first column holds segment ids, add the header line 'id <tab> SYSTEM'");
  }
  return table;
}

// Columns under a header.
class ScoreColumns {
 public:
  ScoreColumns(const std::string& name, const TableRows& text)
      : name_(name), text_(text), header_(text.rows[0]) {}

  Result<ScoreTable> Read() {
    if (std::all_of(header_.begin(), header_.end(), IsScoreNumber)) {
      return InputError({name_, text_.lines[0]}, "the columns have no names",
                        "add a header line with the names of the systems");
    }
    MTG_RETURN_IF_ERROR(CheckWidths());
    MTG_RETURN_IF_ERROR(FindColumns());
    ScoreTable table;
    for (const size_t column : scores_) MTG_RETURN_IF_ERROR(AddScores(column, table));
    if (ids_) table.ids = TextsOf(*ids_);
    if (documents_) table.documents = TextsOf(*documents_);
    return table;
  }

 private:
  Status CheckWidths() const {
    for (size_t i = 1; i < text_.rows.size(); ++i) {
      if (text_.rows[i].size() == header_.size()) continue;
      return InputError({name_, text_.lines[i]},
                        fmt::format("{}, but the header has {}",
                                    Counted(text_.rows[i].size(), "column"), header_.size()),
                        "write as many columns on every line");
    }
    return OkStatus();
  }

  Status FindColumns() {
    const std::optional<size_t> own = FindScoreTitles(header_);
    for (size_t c = 0; c < header_.size(); ++c) {
      if (IsIdTitle(header_[c])) {
        if (!ids_ || IsUnique(c)) ids_ = c;
      } else if (IsLabelTitle(header_[c], c)) {
        if (!documents_ && IsTitle(header_[c], Title::kDocument)) documents_ = c;
      } else if (!own || c >= *own) {
        if (!own || !IsDetail(c)) scores_.push_back(c);
      } else if (HoldsNumbers(c)) {
        return InputError({name_, text_.lines[0]},
                          fmt::format("the column '{:.40}' has numbers, but is of no metric, as "
                                      "'{:.80}' is",
                                      header_[c], header_[*own]),
                          "leave it out, or call it SYSTEM:METRIC");
      }
    }
    with_metrics_ = own.has_value();
    if (!scores_.empty()) return OkStatus();
    return InputError({name_, text_.lines[0]}, "no column has scores of a system",
                      "add a column for each system, called by its name");
  }

  // `segments --details` writes SYSTEM:METRIC:DETAIL beside SYSTEM:METRIC.
  bool IsDetail(size_t column) const {
    const std::string_view score = SplitScoreTitle(header_[column])->system;
    return std::find(header_.begin(), header_.end(), score) != header_.end();
  }

  bool IsUnique(size_t column) const {
    std::unordered_set<std::string_view> seen;
    for (size_t i = 1; i < text_.rows.size(); ++i) {
      if (!seen.insert(text_.rows[i][column]).second) return false;
    }
    return true;
  }

  bool HoldsNumbers(size_t column) const {
    return std::any_of(text_.rows.begin() + 1, text_.rows.end(),
                       [column](const Fields& row) { return IsScoreNumber(row[column]); });
  }

  Status AddScores(size_t column, ScoreTable& table) const {
    const std::string_view title = header_[column];
    const auto own = with_metrics_ ? SplitScoreTitle(title) : std::nullopt;
    table.systems.emplace_back(own ? own->system : title);
    if (own) table.metrics.emplace_back(own->metric);
    std::vector<double>& scores = table.scores.emplace_back();
    for (size_t i = 1; i < text_.rows.size(); ++i) {
      const std::string_view field = text_.rows[i][column];
      const std::optional<double> score = ScoreOf(field);
      if (!score && HoldsNumbers(column)) return NotAScore(name_, text_.lines[i], field, title);
      if (!score) return NoScores(title, field);
      scores.push_back(*score);
    }
    return OkStatus();
  }

  Status NoScores(std::string_view title, std::string_view field) const {
    return InputError(
        {name_, text_.lines[0]},
        fmt::format("the column '{:.40}' has no scores, but '{:.40}'", title, field),
        "leave it out, or call it id, document, domain, lang or group, which are no systems");
  }

  std::vector<std::string> TextsOf(size_t column) const {
    std::vector<std::string> texts;
    for (size_t i = 1; i < text_.rows.size(); ++i) texts.emplace_back(text_.rows[i][column]);
    return texts;
  }

  const std::string& name_;
  const TableRows& text_;
  const Fields& header_;
  std::optional<size_t> ids_, documents_;
  std::vector<size_t> scores_;
  bool with_metrics_ = false;
};

// Reads a number, null, or an object that contains one, as comet-score writes for a segment.
std::optional<double> JsonScore(simdjson::dom::element segment) {
  if (segment.is_object()) {
    simdjson::dom::element inner;
    if (segment["COMET"].get(inner) != simdjson::SUCCESS &&
        segment["score"].get(inner) != simdjson::SUCCESS) {
      return std::nullopt;
    }
    segment = inner;
  }
  if (segment.is_null()) return kMissing;
  double value = 0;
  if (segment.get(value) != simdjson::SUCCESS) return std::nullopt;
  return value;
}

Status AddJsonSystem(const std::string& name, std::string_view system, simdjson::dom::element value,
                     ScoreTable& table) {
  simdjson::dom::array segments;
  if (value.get(segments) != simdjson::SUCCESS) {
    return InputError({name}, fmt::format("'{}' is not a list of segments", system),
                      "use the file that comet-score --to_json writes");
  }
  table.systems.emplace_back(system);
  table.scores.emplace_back();
  for (const simdjson::dom::element segment : segments) {
    const std::optional<double> score = JsonScore(segment);
    if (!score) {
      return InputError(
          {name},
          fmt::format("segment {} of '{}' has no score", table.scores.back().size() + 1, system),
          "write a number, null if it is missing, or an object with a field COMET or score");
    }
    table.scores.back().push_back(*score);
  }
  return OkStatus();
}

Result<ScoreTable> ParseJson(const std::string& name, std::string_view bytes) {
  simdjson::dom::parser parser;
  simdjson::dom::element root;
  if (const auto error = parser.parse(bytes.data(), bytes.size()).get(root)) {
    return InputError({name}, fmt::format("not valid JSON: {}", JsonFault(error)),
                      "repair it, and write null for missing scores");
  }
  ScoreTable table;
  simdjson::dom::object systems;
  if (root.get(systems) == simdjson::SUCCESS) {
    for (const auto field : systems) {
      MTG_RETURN_IF_ERROR(AddJsonSystem(name, field.key, field.value, table));
    }
  } else {
    MTG_RETURN_IF_ERROR(AddJsonSystem(name, "", root, table));
  }
  return table;
}

Result<ScoreTable> ParseAnyJson(const std::string& name, std::string_view bytes) {
  MTG_ASSIGN_OR_RETURN(const std::optional<ScoreRecords> records, CutScoreRecords(name, bytes));
  if (!records) return ParseJson(name, bytes);
  return records->has_header ? ScoreColumns(name, records->table).Read()
                             : ParseNumbers(name, records->table);
}

Result<ScoreTable> ParseText(const std::string& name, std::string_view bytes) {
  MTG_ASSIGN_OR_RETURN(const TableRows text, CutTable(name, bytes));
  const Fields& first = text.rows[0];
  // No table has only numbers in its first line: they have a comma before their fractions.
  const bool has_tabs = text.texts[0].find('\t') != std::string_view::npos;
  if (first.size() == 1 || (!has_tabs && std::all_of(first.begin(), first.end(), IsScoreNumber))) {
    return ParseNumbers(name, text);
  }
  const bool is_system_line = first.size() == 2 && ScoreOf(first[1]) && !IsScoreNumber(first[0]);
  if (is_system_line && !IsIdTitle(first[0]) && !IsLabelTitle(first[0], 0)) {
    return ParseSystemLines(name, text);
  }
  return ScoreColumns(name, text).Read();
}

// Checks the rules for all forms.
Status Check(const std::string& name, const ScoreTable& table) {
  std::set<std::pair<std::string_view, std::string_view>> seen;
  for (size_t s = 0; s < table.systems.size(); ++s) {
    const std::string& system = table.systems[s];
    const std::string_view metric =
        table.metrics.empty() ? std::string_view() : std::string_view(table.metrics[s]);
    if (table.systems.size() > 1 && system.empty()) {
      return InputError({name}, fmt::format("system {} has no name", s + 1), "name them all");
    }
    if (!seen.insert({system, metric}).second) {
      return InputError({name}, fmt::format("two systems are called '{}'", system), "rename one");
    }
    const size_t count = table.scores[s].size(), expected = table.scores[0].size();
    if (count != expected) {
      return InputError(
          {name},
          fmt::format("'{}' has {} but '{}' has {}", system, Counted(count, "score"),
                      table.systems[0], expected),
          "write a score for every segment of every system, or None if it is missing");
    }
  }
  if (table.systems.empty() || table.scores[0].empty()) {
    return InputError({name}, "there are no scores", "write one for each segment");
  }
  return OkStatus();
}

}  // namespace

Result<ScoreTable> ParseScoreTable(const std::string& name, std::string_view bytes) {
  const size_t start = bytes.find_first_not_of(" \t\r\n");
  if (start == std::string_view::npos) {
    return InputError({name}, "empty", "write a score for each segment");
  }
  const bool is_json = bytes[start] == '{' || bytes[start] == '[';
  MTG_ASSIGN_OR_RETURN(ScoreTable table,
                       is_json ? ParseAnyJson(name, bytes) : ParseText(name, bytes));
  MTG_RETURN_IF_ERROR(Check(name, table));
  return table;
}

namespace {

std::optional<std::string> FindMetric(const std::string& wanted,
                                      const std::vector<std::string>& known) {
  if (known.size() == 1) return known.front();
  const auto same = std::find(known.begin(), known.end(), wanted);
  if (same != known.end()) return *same;
  const std::string begin = absl::AsciiStrToLower(wanted);
  std::optional<std::string> found;
  size_t count = 0;
  for (const std::string& metric : known) {
    const std::string lower = absl::AsciiStrToLower(metric);
    if (lower == begin) return metric;
    if (!lower.starts_with(begin)) continue;
    found = metric;
    ++count;
  }
  return count == 1 ? found : std::nullopt;
}

}  // namespace

Result<ScoreTable> OfMetric(const std::string& metric, const std::string& name, ScoreTable table) {
  std::vector<std::string> known;
  for (const std::string& each : table.metrics) {
    if (std::find(known.begin(), known.end(), each) == known.end()) known.push_back(each);
  }
  if (known.empty()) return table;
  const std::optional<std::string> found = FindMetric(metric, known);
  if (!found) {
    return InputError({name},
                      fmt::format("no column '{}' (known: {})", metric, fmt::join(known, ", ")),
                      "name the metric after one of them");
  }
  ScoreTable kept = {{}, {}, {}, std::move(table.ids), std::move(table.documents)};
  for (size_t s = 0; s < table.systems.size(); ++s) {
    if (table.metrics[s] != *found) continue;
    kept.systems.push_back(std::move(table.systems[s]));
    kept.scores.push_back(std::move(table.scores[s]));
  }
  return kept;
}

}  // namespace mtgauge
