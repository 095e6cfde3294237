// Detects the form of a score file by its content, and reads it.
#include "core/input/tables/score_table.h"

#include <absl/strings/ascii.h>
#include <fmt/format.h>
#include <simdjson.h>

#include <algorithm>
#include <charconv>
#include <cmath>
#include <deque>
#include <limits>
#include <optional>
#include <set>
#include <unordered_map>

#include "core/base/printing.h"
#include "core/input/formats/json_record.h"
#include "core/input/tables/text_file.h"

namespace mtgauge {
namespace {

constexpr double kMissing = std::numeric_limits<double>::quiet_NaN();

using Lines = std::vector<std::string_view>;
using Fields = std::vector<std::string_view>;

bool IsAnyOf(std::string_view text, std::initializer_list<std::string_view> words) {
  std::string lower(text);
  absl::AsciiStrToLower(&lower);
  return std::find(words.begin(), words.end(), lower) != words.end();
}

// Returns a finite number, NaN if the score is missing, or nothing if the field is neither.
std::optional<double> ScoreOf(std::string_view field) {
  double value = 0;
  const char* end = field.data() + field.size();
  const auto [stopped, error] = std::from_chars(field.data(), end, value);
  if (error == std::errc() && stopped == end) {
    return std::isinf(value) ? std::nullopt : std::optional(value);
  }
  return IsAnyOf(field, {"", "none", "null"}) ? std::optional(kMissing) : std::nullopt;
}

bool IsScoreNumber(std::string_view field) {
  const std::optional<double> score = ScoreOf(field);
  return score && !std::isnan(*score);
}

bool IsIdColumn(std::string_view title) {
  return IsAnyOf(title, {"id", "ids", "seg", "seg_id", "segment", "segment_id", "line", "#"});
}

// `column`: its name; empty if it has none.
Status NotAScore(const std::string& name, size_t row, std::string_view field,
                 std::string_view column = "") {
  return InputError({name, row + 1},
                    fmt::format("'{:.40}'{} is not a score", field,
                                column.empty() ? "" : fmt::format(" in column '{:.40}'", column)),
                    "write a finite number, or None if it is missing");
}

// Reads one number per line.
Result<ScoreTable> ParseNumbers(const std::string& name, const Lines& lines,
                                const std::vector<Fields>& rows) {
  ScoreTable table{{""}, {{}}, {}, {}};
  for (size_t i = 0; i < rows.size(); ++i) {
    const std::optional<double> score = ScoreOf(rows[i][0]);
    if (!score || rows[i].size() != 1) return NotAScore(name, i, lines[i]);
    table.scores[0].push_back(*score);
  }
  return table;
}

// Reads lines SYSTEM <tab> SCORE.
Result<ScoreTable> ParseSystemLines(const std::string& name, const std::vector<Fields>& rows) {
  ScoreTable table;
  std::unordered_map<std::string_view, size_t> numbers;
  for (size_t i = 0; i < rows.size(); ++i) {
    const Fields& fields = rows[i];
    if (fields.size() != 2 || fields[0].empty()) {
      return InputError({name, i + 1}, "the line is not a system, a tab and a score",
                        "write both on every line");
    }
    const std::optional<double> score = ScoreOf(fields[1]);
    if (!score) return NotAScore(name, i, fields[1]);
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

// Reads columns under a header.
Result<ScoreTable> ParseColumns(const std::string& name, const std::vector<Fields>& rows) {
  const Fields& header = rows[0];
  if (std::all_of(header.begin(), header.end(), IsScoreNumber)) {
    return InputError({name, 1}, "the columns have no names",
                      "add a header line with the names of the systems");
  }
  // Numbers of the segments, and ids; the ids count.
  size_t first = 0;
  while (first + 1 < header.size() && IsIdColumn(header[first])) ++first;
  ScoreTable table;
  table.systems.assign(header.begin() + static_cast<std::ptrdiff_t>(first), header.end());
  table.scores.resize(table.systems.size());
  for (size_t i = 1; i < rows.size(); ++i) {
    const Fields& fields = rows[i];
    if (fields.size() != header.size()) {
      return InputError(
          {name, i + 1},
          fmt::format("{}, but the header has {}", Counted(fields.size(), "column"), header.size()),
          "write as many columns on every line");
    }
    if (first > 0) table.ids.emplace_back(fields[first - 1]);
    for (size_t column = first; column < fields.size(); ++column) {
      const std::optional<double> score = ScoreOf(fields[column]);
      if (!score) return NotAScore(name, i, fields[column], header[column]);
      table.scores[column - first].push_back(*score);
    }
  }
  return table;
}

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

Result<ScoreTable> ParseText(const std::string& name, const Lines& lines) {
  std::deque<std::string> unquoted;
  const std::vector<Fields> rows = CutTable(lines, unquoted);
  const Fields& first = rows[0];
  // No table has only numbers in its first line: they have a comma before their fractions.
  const bool has_tabs = lines[0].find('\t') != lines[0].npos;
  if (first.size() == 1 || (!has_tabs && std::all_of(first.begin(), first.end(), IsScoreNumber))) {
    return ParseNumbers(name, lines, rows);
  }
  const bool is_system_line = first.size() == 2 && ScoreOf(first[1]) && !IsScoreNumber(first[0]);
  if (is_system_line && !IsIdColumn(first[0])) return ParseSystemLines(name, rows);
  return ParseColumns(name, rows);
}

// Checks the rules for all forms.
Status Check(const std::string& name, const ScoreTable& table) {
  std::set<std::string_view> seen;
  for (size_t s = 0; s < table.systems.size(); ++s) {
    const std::string& system = table.systems[s];
    if (table.systems.size() > 1 && system.empty()) {
      return InputError({name}, fmt::format("system {} has no name", s + 1), "name them all");
    }
    if (!seen.insert(system).second) {
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
                       is_json ? ParseJson(name, bytes) : ParseText(name, CutLines(bytes)));
  MTG_RETURN_IF_ERROR(Check(name, table));
  return table;
}

}  // namespace mtgauge
