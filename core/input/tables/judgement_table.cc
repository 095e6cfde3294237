// Finding the form of a file of judgements by its content, and reading it.
#include "core/input/tables/judgement_table.h"

#include <absl/strings/ascii.h>
#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <cmath>
#include <limits>
#include <optional>
#include <span>
#include <unordered_map>
#include <utility>

#include "core/input/tables/score_table.h"
#include "core/input/tables/text_file.h"

namespace mtgauge {
namespace {

using Fields = std::vector<std::string_view>;

constexpr std::string_view kSystemTitles[] = {"system", "sys", "system_id", "model"};
constexpr std::string_view kItemTitles[] = {"segment", "segment_id", "seg",  "seg_id",
                                            "sid",     "id",         "item", "line"};
constexpr std::string_view kAnnotatorTitles[] = {"annotator", "annotator_id", "rater",
                                                 "judge",     "worker",       "user"};
constexpr std::string_view kDocumentTitles[] = {"document", "document_id", "doc", "doc_id",
                                                "docid"};
constexpr std::string_view kCountTitles[] = {"n", "count"};

bool IsTitle(std::string_view field, std::span<const std::string_view> titles) {
  std::string lower(field);
  absl::AsciiStrToLower(&lower);
  return std::find(titles.begin(), titles.end(), lower) != titles.end();
}

// A finite number, NaN where the score is missing, or nothing.
std::optional<double> ScoreOf(std::string_view field) {
  constexpr std::string_view kMissing[] = {"", "none", "nan", "null", "na"};
  double value = 0;
  const char* end = field.data() + field.size();
  const auto [stopped, error] = std::from_chars(field.data(), end, value);
  if (error == std::errc() && stopped == end && std::isfinite(value)) return value;
  if (IsTitle(field, kMissing)) return std::numeric_limits<double>::quiet_NaN();
  return std::nullopt;
}

bool IsNumber(std::string_view field) { return !std::isnan(ScoreOf(field).value_or(NAN)); }

std::string_view Trimmed(std::string_view text) {
  constexpr std::string_view kBlank = " \t\r";
  text.remove_prefix(std::min(text.find_first_not_of(kBlank), text.size()));
  return text.substr(0, text.find_last_not_of(kBlank) + 1);
}

Fields CutAt(std::string_view line, char separator) {
  Fields fields;
  for (size_t begin = 0;;) {
    const size_t end = line.find(separator, begin);
    fields.push_back(Trimmed(line.substr(begin, end - begin)));
    if (end == std::string_view::npos) return fields;
    begin = end + 1;
  }
}

Fields CutAtSpaces(std::string_view line) {
  Fields fields;
  for (size_t begin = 0; (begin = line.find_first_not_of(" \t", begin)) != line.npos;) {
    const size_t end = std::min(line.find_first_of(" \t", begin), line.size());
    fields.push_back(line.substr(begin, end - begin));
    begin = end;
  }
  return fields;
}

// Cuts all lines as the first one is separated.
std::vector<Fields> CutRows(const std::vector<std::string_view>& lines) {
  const bool tabs = lines[0].find('\t') != std::string_view::npos;
  const bool commas = !tabs && lines[0].find(',') != std::string_view::npos;
  std::vector<Fields> rows;
  for (const std::string_view line : lines) {
    rows.push_back(tabs ? CutFields(line) : commas ? CutAt(line, ',') : CutAtSpaces(line));
  }
  return rows;
}

// Numbers names by their first appearance.
class Numbering {
 public:
  uint32_t Of(std::string_view name) {
    const auto [found, is_new] =
        numbers_.try_emplace(std::string(name), static_cast<uint32_t>(names_.size()));
    if (is_new) names_.emplace_back(name);
    return found->second;
  }
  std::vector<std::string> TakeNames() { return std::move(names_); }
  size_t size() const { return names_.size(); }

 private:
  std::unordered_map<std::string, uint32_t> numbers_;
  std::vector<std::string> names_;
};

std::optional<size_t> FindColumn(const Fields& header, std::span<const std::string_view> titles) {
  for (size_t c = 0; c < header.size(); ++c) {
    if (IsTitle(header[c], titles)) return c;
  }
  return std::nullopt;
}

bool HoldsScores(const std::vector<Fields>& rows, size_t column) {
  bool any = false;
  for (size_t r = 1; r < rows.size(); ++r) {
    if (!ScoreOf(rows[r][column])) return false;
    any = any || IsNumber(rows[r][column]);
  }
  return any;
}

// Each item lies in one document.
absl::Status AddDocument(const std::string& name, size_t line, uint32_t item,
                         std::string_view document, JudgementTable& table) {
  if (item == table.documents.size()) table.documents.emplace_back(document);
  if (table.documents[item] == document) return absl::OkStatus();
  return InputError({name, line},
                    fmt::format("the segment is of document '{:.40}' here and of '{}' before",
                                document, table.documents[item]),
                    "make the ids of segments unique over all documents");
}

// A row for each judgement.
absl::StatusOr<JudgementTable> ParseRows(const std::string& name, const std::vector<Fields>& rows) {
  const Fields& header = rows[0];
  for (size_t r = 1; r < rows.size(); ++r) {
    if (rows[r].size() == header.size()) continue;
    return InputError({name, r + 1},
                      fmt::format("{} columns under a header of {}", rows[r].size(), header.size()),
                      "give every line as many");
  }
  const size_t system = *FindColumn(header, kSystemTitles);
  const std::optional<size_t> segment = FindColumn(header, kItemTitles),
                              document = FindColumn(header, kDocumentTitles),
                              annotator = FindColumn(header, kAnnotatorTitles),
                              item = segment ? segment : document;
  std::vector<size_t> scores;
  for (size_t c = 0; c < header.size(); ++c) {
    const bool other = c == system || c == item || c == annotator ||
                       IsTitle(header[c], kDocumentTitles) || IsTitle(header[c], kCountTitles);
    if (!other && HoldsScores(rows, c)) scores.push_back(c);
  }
  if (scores.empty()) {
    return InputError({name}, "no column of numbers besides systems and segments",
                      "give each criterion one, with None where a score is missing");
  }
  JudgementTable table;
  table.whole_systems = !item.has_value();
  table.of_documents = !segment && document;
  Numbering systems, items, annotators;
  for (const size_t c : scores) table.criteria.push_back({std::string(header[c]), {}});
  for (size_t r = 1; r < rows.size(); ++r) {
    const uint32_t s = systems.Of(rows[r][system]), i = items.Of(item ? rows[r][*item] : "");
    const uint32_t a = annotators.Of(annotator ? rows[r][*annotator] : "");
    if (segment && document) {
      MTG_RETURN_IF_ERROR(AddDocument(name, r + 1, i, rows[r][*document], table));
    }
    for (size_t k = 0; k < scores.size(); ++k) {
      const double score = *ScoreOf(rows[r][scores[k]]);
      if (!std::isnan(score)) table.criteria[k].judgements.push_back({s, i, a, score});
    }
  }
  table.systems = systems.TakeNames();
  table.items = items.TakeNames();
  table.annotators = annotators.TakeNames();
  return table;
}

// One line for each system: its name in column `system`, scores in the first columns.
absl::StatusOr<JudgementTable> ParseRanking(
    const std::string& name, const std::vector<Fields>& rows, size_t system,
    const std::vector<std::pair<size_t, std::string>>& scores) {
  JudgementTable table;
  table.whole_systems = true;
  table.items = {""};
  table.annotators = {""};
  for (const auto& [column, criterion] : scores) table.criteria.push_back({criterion, {}});
  for (size_t r = 0; r < rows.size(); ++r) {
    table.systems.emplace_back(rows[r][system]);
    for (size_t k = 0; k < scores.size(); ++k) {
      const std::optional<double> score = ScoreOf(rows[r][scores[k].first]);
      if (!score) {
        return InputError({name, r + 1},
                          fmt::format("'{:.40}' is not a score", rows[r][scores[k].first]),
                          "write a finite number");
      }
      if (std::isnan(*score)) continue;
      table.criteria[k].judgements.push_back({static_cast<uint32_t>(r), 0, 0, *score});
    }
  }
  return table;
}

bool IsWmtRanking(const std::vector<Fields>& rows) {
  return std::all_of(rows.begin(), rows.end(), [](const Fields& row) {
    return row.size() == 5 && std::all_of(row.begin(), row.begin() + 4, IsNumber) &&
           !IsNumber(row[4]);
  });
}

// SYSTEM <tab> SCORE, each system once, and more than one.
bool IsSystemScores(const std::vector<Fields>& rows) {
  Numbering systems;
  for (const Fields& row : rows) {
    if (row.size() != 2 || IsNumber(row[0]) || !ScoreOf(row[1])) return false;
    systems.Of(row[0]);
  }
  return rows.size() > 1 && systems.size() == rows.size();
}

JudgementTable FromScores(ScoreTable scores) {
  JudgementTable table;
  table.systems = std::move(scores.systems);
  table.annotators = {""};
  table.numbered = scores.ids.empty();
  table.items = std::move(scores.ids);
  table.criteria.emplace_back();
  for (size_t i = table.items.size(); i < scores.scores[0].size(); ++i) {
    table.items.push_back(std::to_string(i + 1));
  }
  for (uint32_t s = 0; s < table.systems.size(); ++s) {
    for (uint32_t i = 0; i < table.items.size(); ++i) {
      const double score = scores.scores[s][i];
      if (!std::isnan(score)) table.criteria[0].judgements.push_back({s, i, 0, score});
    }
  }
  return table;
}

// Each annotator judges an output once, and ids of whole systems and of items are told apart.
absl::Status CheckOnce(const std::string& name, const JudgementTable& table) {
  for (const JudgementTable::Criterion& criterion : table.criteria) {
    std::unordered_map<std::string, bool> seen;
    for (const auto& [system, item, annotator, score] : criterion.judgements) {
      if (seen.try_emplace(fmt::format("{} {} {}", system, item, annotator), true).second) continue;
      const std::string who = table.annotators[annotator].empty()
                                  ? std::string()
                                  : fmt::format(" by '{}'", table.annotators[annotator]);
      return InputError(
          {name},
          fmt::format("'{}' is scored twice{}{}", table.systems[system],
                      table.whole_systems ? "" : fmt::format(" on segment '{}'", table.items[item]),
                      who),
          "give one score, or name those who gave them in a column 'annotator'");
    }
  }
  return absl::OkStatus();
}

// SYSTEM TAB SCORE may repeat a table of ids; what ParseScoreTable() leaves to its callers.
absl::Status CheckIds(const std::string& name, const ScoreTable& table) {
  Numbering ids;
  for (size_t i = 0; i < table.ids.size(); ++i) {
    if (ids.Of(table.ids[i]) == i) continue;
    return InputError({name}, fmt::format("the segment id '{}' occurs twice", table.ids[i]),
                      "make ids unique");
  }
  return absl::OkStatus();
}

}  // namespace

bool HasSystemOnEachLine(std::string_view bytes) {
  const std::vector<std::string_view> lines = CutLines(bytes);
  if (lines.empty() || lines[0].starts_with('{') || lines[0].starts_with('[')) return false;
  const std::vector<Fields> first = CutRows({lines[0]});
  const std::optional<size_t> system = FindColumn(first[0], kSystemTitles);
  if (!system && !IsWmtRanking(first)) return false;
  const std::vector<Fields> rows = CutRows(lines);
  if (IsWmtRanking(rows)) return true;
  return system && rows[0].size() > 1 &&
         std::any_of(rows.begin() + 1, rows.end(), [&](const Fields& row) {
           return *system < row.size() && !ScoreOf(row[*system]);
         });
}

absl::StatusOr<JudgementTable> ReadJudgementTable(const std::string& path) {
  MTG_ASSIGN_OR_RETURN(const std::string bytes, ReadTextFile(path));
  return ParseJudgementTable(path, bytes);
}

absl::StatusOr<JudgementTable> ParseJudgementTable(const std::string& name,
                                                   std::string_view bytes) {
  std::vector<std::string_view> lines = CutLines(bytes);
  while (!lines.empty() && Trimmed(lines.back()).empty()) lines.pop_back();
  if (lines.empty()) return InputError({name}, "empty", "give scores of systems");
  const bool is_json = lines[0].starts_with('{') || lines[0].starts_with('[');
  JudgementTable table;
  const std::vector<Fields> rows = is_json ? std::vector<Fields>() : CutRows(lines);
  if (!is_json && FindColumn(rows[0], kSystemTitles) && rows[0].size() > 1) {
    MTG_ASSIGN_OR_RETURN(table, ParseRows(name, rows));
  } else if (!is_json && IsWmtRanking(rows)) {
    MTG_ASSIGN_OR_RETURN(table, ParseRanking(name, rows, 4, {{0, "RAW.SCR"}, {1, "Z.SCR"}}));
  } else if (!is_json && IsSystemScores(rows)) {
    MTG_ASSIGN_OR_RETURN(table, ParseRanking(name, rows, 0, {{1, ""}}));
  } else {
    MTG_ASSIGN_OR_RETURN(ScoreTable scores, ParseScoreTable(name, bytes));
    MTG_RETURN_IF_ERROR(CheckIds(name, scores));
    return FromScores(std::move(scores));
  }
  MTG_RETURN_IF_ERROR(CheckOnce(name, table));
  return table;
}

}  // namespace mtgauge
