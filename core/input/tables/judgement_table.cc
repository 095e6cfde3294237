// Detects the form of a judgement file by its content, and reads it.
#include "core/input/tables/judgement_table.h"

#include <absl/container/flat_hash_set.h>
#include <absl/strings/ascii.h>
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <iterator>
#include <optional>
#include <tuple>
#include <utility>

#include "core/base/numbers.h"
#include "core/base/printing.h"
#include "core/base/split.h"
#include "core/input/formats/format.h"
#include "core/input/tables/judgement_forms.h"
#include "core/input/tables/score_columns.h"
#include "core/input/tables/score_table.h"
#include "core/input/tables/text_file.h"
#include "core/simd/kernels.h"

namespace mtgauge {
namespace {

bool IsNumber(std::string_view field) { return !std::isnan(ScoreOf(field).value_or(NAN)); }

// Splits all lines at the separator that the first line uses; at most so many rows.
Result<TableRows> CutRows(const std::string& name, std::string_view text, size_t most = SIZE_MAX) {
  if (text.substr(0, text.find('\n')).find_first_of("\t,;|") != text.npos) {
    return CutTable(name, text, most);
  }
  TableRows table;
  for (const std::string_view line : CutLines(text)) {
    if (table.rows.size() < most) table.AddRow(table.rows.size() + 1, line) = CutAtSpaces(line);
  }
  return table;
}

bool HoldsScores(const std::vector<Fields>& rows, size_t column) {
  bool any = false;
  for (size_t r = 1; r < rows.size(); ++r) {
    if (!ScoreOf(rows[r][column])) return false;
    any = any || IsNumber(rows[r][column]);
  }
  return any;
}

// Returns the first row whose cell is no score, in a column whose cells mostly are, or which is the
// only one that may have scores.
std::optional<size_t> FindStray(const std::vector<Fields>& rows, size_t column, bool only) {
  std::optional<size_t> stray;
  size_t scores = 0;
  for (size_t r = 1; r < rows.size(); ++r) {
    if (IsNumber(rows[r][column])) ++scores;
    if (!stray && !ScoreOf(rows[r][column])) stray = r;
  }
  return only || 2 * scores > rows.size() ? stray : std::nullopt;
}

// Returns true for Google's tables of scalar judgements and MQM errors without a header line.
bool LacksHeader(const std::vector<Fields>& rows) {
  const Fields& first = rows[0];
  constexpr std::string_view kSeverities[] = {"major", "minor", "neutral", "no-error"};
  if (first.size() < 8 || !IsNumber(first[2]) || !IsNumber(first[3])) return false;
  const std::string last = first.size() > 8 ? absl::AsciiStrToLower(std::string(first[8])) : "";
  const bool mqm =
      std::find(std::begin(kSeverities), std::end(kSeverities), last) != std::end(kSeverities);
  return mqm || (first.size() == 8 && IsNumber(first[7]));
}

void AddHeader(JudgementFile& file) {
  Fields header = {"system", "doc", "doc_id", "seg_id", "rater", "source", "target"};
  if (file.rows[0].size() == 8) header.emplace_back("score");
  if (file.rows[0].size() > 8) header.insert(header.end(), {"category", "severity"});
  file.rows.insert(file.rows.begin(), std::move(header));
  file.row_lines.insert(file.row_lines.begin(), 0);
}

bool IsRows(const JudgementFile& file) {
  return !file.is_json && FindColumn(file.rows[0], Title::kSystem) && file.rows[0].size() > 1;
}

// Returns the column of the segments: in a table that has their numbers and their ids, the ids.
std::optional<size_t> FindSegment(const JudgementFile& file) {
  const std::vector<Fields>& rows = file.rows;
  const auto id = static_cast<size_t>(std::ranges::find(rows[0], "id") - rows[0].begin());
  const auto has_id = [id](const Fields& row) { return id < row.size() && !row[id].empty(); };
  return std::ranges::all_of(rows, has_id) ? std::optional(id) : FindColumn(rows[0], Title::kItem);
}

// The columns of a table with a row for each judgement.
struct RowColumns {
  explicit RowColumns(const JudgementFile& file)
      : header(file.rows[0]),
        system(*FindColumn(header, Title::kSystem)),
        segment(FindSegment(file)),
        document(FindColumn(header, Title::kDocument)),
        domain(FindColumn(header, Title::kDomain)),
        annotator(FindColumn(header, Title::kAnnotator)),
        pair(FindColumn(header, Title::kLanguagePair)),
        marks(FindColumn(header, Title::kMarks)),
        item(segment ? segment : document) {}

  const Fields& header;
  size_t system;
  std::optional<size_t> segment, document, domain, annotator, pair, marks;
  std::optional<size_t> item;  // documents, if there are no segments
  std::vector<size_t> scores;

  // Returns an InputError for a column of scores with a cell that is something else.
  Status FindScores(const JudgementFile& file) {
    const std::vector<Fields>& rows = file.rows;
    std::vector<size_t> left;
    for (size_t c = 0; c < header.size(); ++c) {
      const bool other = c == system || c == item || c == annotator || c == pair || c == marks ||
                         IsTitle(header[c], Title::kItem) || IsTitle(header[c], Title::kDocument) ||
                         IsTitle(header[c], Title::kDomain) || IsTitle(header[c], Title::kCount) ||
                         IsRowNumberTitle(header[c], c);
      if (!other) left.push_back(c);
    }
    for (const size_t c : left) {
      if (HoldsScores(rows, c)) {
        scores.push_back(c);
      } else if (const std::optional<size_t> row = FindStray(rows, c, left.size() == 1)) {
        return InputError(
            {file.name, file.LineOf(*row)},
            fmt::format("'{:.40}' in column '{:.40}' is not a score", rows[*row][c], header[c]),
            "write a finite number, or None if it is missing");
      }
    }
    return OkStatus();
  }
};

// Adds the row of a judgement to the table of its language pair.
Status AddRow(const JudgementFile& file, size_t r, const RowColumns& columns,
              TablesByPair& tables) {
  const Fields& row = file.rows[r];
  const auto at = [&](const std::optional<size_t>& column) {
    return column ? row[*column] : std::string_view();
  };
  JudgementBuilder& builder = tables.Of(std::string(at(columns.pair)));
  JudgementTable& table = builder.table;
  if (table.criteria.empty()) {
    for (const size_t c : columns.scores) {
      table.criteria.push_back({std::string(file.rows[0][c]), {}});
    }
    table.whole_systems = !columns.item.has_value();
    table.of_documents = !columns.segment && columns.document;
  }
  JudgedOutput output = {row[columns.system], at(columns.item), at(columns.annotator),
                         std::nullopt};
  if (columns.segment && columns.document) output.document = row[*columns.document];
  if (columns.segment && columns.domain) output.domain = row[*columns.domain];
  MTG_ASSIGN_OR_RETURN(JudgementTable::Judgement judgement,
                       builder.Place(file.name, file.LineOf(r), output));
  if (columns.marks && !row[*columns.marks].empty()) {
    const std::optional<int32_t> marks = ParseNumber<int32_t>(row[*columns.marks]);
    if (!marks || *marks < 0) {
      return InputError({file.name, file.LineOf(r)},
                        fmt::format("'{:.40}' is not a number of error spans", row[*columns.marks]),
                        "write how many errors were marked, 0 for none");
    }
    judgement.marks = *marks;
  }
  for (size_t k = 0; k < columns.scores.size(); ++k) {
    judgement.score = *ScoreOf(row[columns.scores[k]]);
    AddScore(judgement, file.LineOf(r), table.criteria[k]);
  }
  return OkStatus();
}

// Reads a row for each judgement.
Result<std::vector<JudgementTable>> ParseRows(const JudgementFile& file,
                                              const JudgementOptions& options) {
  const std::vector<Fields>& rows = file.rows;
  if (rows.size() == 1) {
    return InputError({file.name}, "only a header, and no score", "use a file with scores");
  }
  const size_t width = rows[0].size();
  for (size_t r = 1; r < rows.size(); ++r) {
    if (rows[r].size() == width) continue;
    return InputError(
        {file.name, file.LineOf(r)},
        fmt::format("{}, but the header has {}", Counted(rows[r].size(), "column"), width),
        "write as many columns on every line");
  }
  RowColumns columns(file);
  MTG_RETURN_IF_ERROR(columns.FindScores(file));
  if (columns.scores.empty()) {
    return InputError({file.name}, "no column of scores besides systems and segments",
                      "add one for each criterion, with None for a missing score");
  }
  TablesByPair tables(file.name, options);
  for (size_t r = 1; r < rows.size(); ++r) MTG_RETURN_IF_ERROR(AddRow(file, r, columns, tables));
  return tables.Finish();
}

// Reads a line for each system: its name is in column `system`, its scores are in the columns
// `scores`.
Result<std::vector<JudgementTable>> ParseRanking(
    const JudgementFile& file, size_t system,
    const std::vector<std::pair<size_t, std::string>>& scores) {
  const std::vector<Fields>& rows = file.rows;
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
        return InputError({file.name, file.LineOf(r)},
                          fmt::format("'{:.40}' is not a score", rows[r][scores[k].first]),
                          "write a finite number");
      }
      if (std::isnan(*score)) continue;
      table.criteria[k].judgements.push_back({static_cast<uint32_t>(r), 0, 0, *score});
    }
  }
  return std::vector<JudgementTable>{std::move(table)};
}

bool IsWmtRanking(const std::vector<Fields>& rows) {
  return std::all_of(rows.begin(), rows.end(), [](const Fields& row) {
    return row.size() == 5 && std::all_of(row.begin(), row.begin() + 4, IsNumber) &&
           !IsNumber(row[4]);
  });
}

// Returns true for lines SYSTEM <tab> SCORE, with each system once, and at least two.
bool IsSystemScores(const std::vector<Fields>& rows) {
  Numbering systems;
  for (const Fields& row : rows) {
    if (row.size() != 2 || IsNumber(row[0]) || !ScoreOf(row[1])) return false;
    systems.Of(row[0]);
  }
  return rows.size() > 1 && systems.size() == rows.size();
}

// Each metric is a criterion.
JudgementTable FromScores(ScoreTable scores) {
  JudgementTable table;
  Numbering systems;
  table.annotators = {""};
  table.numbered = scores.ids.empty();
  table.items = std::move(scores.ids);
  table.documents = std::move(scores.documents);
  for (size_t i = table.items.size(); i < scores.scores[0].size(); ++i) {
    table.items.push_back(std::to_string(i + 1));
  }
  for (size_t column = 0; column < scores.systems.size(); ++column) {
    const std::string metric = scores.metrics.empty() ? "" : scores.metrics[column];
    const uint32_t system = systems.Of(scores.systems[column]);
    auto criterion = std::ranges::find(table.criteria, metric, &JudgementTable::Criterion::name);
    if (criterion == table.criteria.end()) {
      criterion = table.criteria.insert(criterion, JudgementTable::Criterion{metric, {}});
    }
    for (uint32_t i = 0; i < table.items.size(); ++i) {
      const double score = scores.scores[column][i];
      if (!std::isnan(score)) criterion->judgements.push_back({system, i, 0, score});
    }
  }
  table.systems = systems.TakeNames();
  return table;
}

// Checks that no id occurs twice, which ParseScoreTable() leaves to its callers.
Status CheckIds(const std::string& name, const ScoreTable& table) {
  Numbering ids;
  for (size_t i = 0; i < table.ids.size(); ++i) {
    if (ids.Of(table.ids[i]) == i) continue;
    return InputError({name}, fmt::format("the segment id '{}' occurs twice", table.ids[i]),
                      "use each id once");
  }
  return OkStatus();
}

Result<std::vector<JudgementTable>> Checked(const std::string& name,
                                            Result<std::vector<JudgementTable>> tables) {
  if (!tables.ok()) return tables;
  for (const JudgementTable& table : *tables) MTG_RETURN_IF_ERROR(CheckOnce(name, table));
  return tables;
}

// The first form that accepts a file reads it; all other files are tables of scores.
const JudgementForm kForms[] = {
    kAppraiseForm,
    kMqmForm,
    kPearmutForm,
    kRecordForm,
    kDocumentForm,
    {IsRows,
     [](const JudgementFile& file, const JudgementOptions& options) {
       return Checked(file.name, ParseRows(file, options));
     }},
    {[](const JudgementFile& file) { return !file.is_json && IsWmtRanking(file.rows); },
     [](const JudgementFile& file, const JudgementOptions&) {
       return Checked(file.name, ParseRanking(file, 4, {{0, "RAW.SCR"}, {1, "Z.SCR"}}));
     }},
    {[](const JudgementFile& file) { return !file.is_json && IsSystemScores(file.rows); },
     [](const JudgementFile& file, const JudgementOptions&) {
       return Checked(file.name, ParseRanking(file, 0, {{1, ""}}));
     }}};

}  // namespace

Status CheckOnce(const std::string& name, const JudgementTable& table) {
  for (const JudgementTable::Criterion& criterion : table.criteria) {
    absl::flat_hash_set<std::tuple<uint32_t, uint32_t, uint32_t, uint32_t>> seen;
    seen.reserve(criterion.judgements.size());
    for (size_t i = 0; i < criterion.judgements.size(); ++i) {
      const auto& [system, item, annotator, score, round, marks] = criterion.judgements[i];
      if (seen.insert({system, item, annotator, round}).second) continue;
      std::string on =
          table.whole_systems ? "" : fmt::format(" on segment '{}'", table.items[item]);
      std::replace(on.begin(), on.end(), '\t', ':');
      const std::string who = table.annotators[annotator].empty()
                                  ? std::string()
                                  : fmt::format(" by '{}'", table.annotators[annotator]);
      return InputError({name, i < criterion.lines.size() ? criterion.lines[i] : 0},
                        fmt::format("'{}' is scored twice{}{}", table.systems[system], on, who),
                        "keep one score, or name the annotators in a column 'annotator'");
    }
  }
  return OkStatus();
}

bool HasSystemOnEachLine(std::string_view bytes) {
  const std::vector<std::string_view> lines = CutLines(bytes);
  if (lines.empty()) return false;
  if (lines[0].starts_with('{') || lines[0].starts_with('[')) {
    // The JSON parser reads beyond the end of a line.
    const std::string padded = std::string(bytes) + std::string(kTextPadding, '\0');
    JudgementFile file;
    file.lines = CutLines(std::string_view(padded).substr(0, bytes.size()));
    file.is_json = true;
    return kRecordForm.is(file) || kDocumentForm.is(file);
  }
  const Result<TableRows> first = CutRows("", bytes, 1);
  if (!first.ok()) return false;
  const std::optional<size_t> system = FindColumn(first->rows[0], Title::kSystem);
  if (!system && !IsWmtRanking(first->rows)) return false;
  const Result<TableRows> table = CutRows("", bytes);
  if (!table.ok()) return false;
  const std::vector<Fields>& rows = table->rows;
  if (IsWmtRanking(rows)) return true;
  return system && rows[0].size() > 1 &&
         std::any_of(rows.begin() + 1, rows.end(), [&](const Fields& row) {
           return *system < row.size() && !ScoreOf(row[*system]);
         });
}

Result<std::vector<JudgementTable>> ReadJudgementTables(const std::string& path,
                                                        const JudgementOptions& options) {
  MTG_ASSIGN_OR_RETURN(const std::string bytes, ReadTable(path));
  return ParseJudgementTables(path, bytes, options);
}

Result<std::vector<JudgementTable>> ParseJudgementTables(const std::string& name,
                                                         std::string_view bytes,
                                                         const JudgementOptions& options) {
  // The JSON parser reads beyond the end of a line.
  const std::string padded = std::string(bytes) + std::string(kTextPadding, '\0');
  JudgementFile file;
  file.name = name;
  file.lines = CutLines(std::string_view(padded).substr(0, bytes.size()));
  while (!file.lines.empty() && IsBlankLine(file.lines.back())) file.lines.pop_back();
  if (file.lines.empty())
    return InputError({name}, "the file is empty", "use a file with scores of systems");
  file.is_json = file.lines[0].starts_with('{') || file.lines[0].starts_with('[');
  if (!file.is_json && !kAppraiseForm.is(file)) {
    const char* const end = file.lines.back().data() + file.lines.back().size();
    MTG_ASSIGN_OR_RETURN(TableRows table, CutRows(name, {padded.data(), end}));
    file.rows = std::move(table.rows);
    file.row_lines = std::move(table.lines);
    file.unquoted = std::move(table.unquoted);
    if (LacksHeader(file.rows)) AddHeader(file);
  }
  for (const JudgementForm& form : kForms) {
    if (form.is(file)) return form.parse(file, options);
  }
  MTG_ASSIGN_OR_RETURN(ScoreTable scores, ParseScoreTable(name, bytes));
  MTG_RETURN_IF_ERROR(CheckIds(name, scores));
  return std::vector<JudgementTable>{FromScores(std::move(scores))};
}

Result<JudgementTable> ParseJudgementTable(const std::string& name, std::string_view bytes) {
  MTG_ASSIGN_OR_RETURN(std::vector<JudgementTable> tables, ParseJudgementTables(name, bytes));
  if (tables.size() == 1) return std::move(tables.front());
  return InputError({name}, "scores of several language pairs",
                    "use a file with one language pair");
}

}  // namespace mtgauge
