// What the forms of files of judgements share: titles of columns, numbered names, and the table
// that fills judgement by judgement. For the files of the forms alone.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <utility>
#include <vector>

#include "core/base/status.h"
#include "core/input/tables/judgement_table.h"

namespace mtgauge {

using Fields = std::vector<std::string_view>;

// A file, cut as its first line is separated; JSON has no rows.
struct JudgementFile {
  std::string name;
  std::vector<std::string_view> lines;
  std::vector<Fields> rows;  // the first has the names of the columns, where there are any
  size_t lines_above = 1;    // the line of row r is r + lines_above
  bool is_json = false;

  size_t LineOf(size_t row) const { return row + lines_above; }
};

// A form of files. `Is` looks at the content; of several the first takes the file.
struct JudgementForm {
  bool (*is)(const JudgementFile& file);
  absl::StatusOr<std::vector<JudgementTable>> (*parse)(const JudgementFile& file,
                                                       const JudgementOptions& options);
};
extern const JudgementForm kMqmForm;       // mqm_table.cc
extern const JudgementForm kRecordForm;    // judgement_records.cc
extern const JudgementForm kAppraiseForm;  // appraise_table.cc

// What a column, or a field of a record, holds.
enum class Title { kSystem, kItem, kAnnotator, kDocument, kCount, kLanguagePair };
bool IsTitle(std::string_view field, Title title);
std::optional<size_t> FindColumn(const Fields& header, Title title);

// The fields of a line, which spaces and tabs separate.
Fields CutAtSpaces(std::string_view line);

// A finite number, NaN where the score is missing, or nothing.
std::optional<double> ScoreOf(std::string_view field);

// Numbers names by their first appearance.
class Numbering {
 public:
  uint32_t Of(std::string_view name);
  std::vector<std::string> TakeNames() { return std::move(names_); }
  size_t size() const { return names_.size(); }

 private:
  std::unordered_map<std::string, uint32_t> numbers_;
  std::vector<std::string> names_;
};

// Whose judgement, of which output. An empty name: not told.
struct JudgedOutput {
  std::string_view system, item, annotator;
  std::optional<std::string_view> document;
};

// Fills a table, line by line.
class JudgementBuilder {
 public:
  JudgementTable table;  // names and judgements are missing until Finish()

  // The numbers of the names, with a score of 0. An InputError where the item is of another
  // document than before.
  absl::StatusOr<JudgementTable::Judgement> Place(const std::string& file, size_t line,
                                                  const JudgedOutput& output);
  JudgementTable Finish();

 private:
  Numbering systems_, items_, annotators_;
};

// The tables of the language pairs, in the order of their appearance.
class TablesByPair {
 public:
  explicit TablesByPair(const std::string& file) : file_(file) {}

  JudgementBuilder& Of(const std::string& pair);
  static std::vector<JudgementTable::Judgement>& Criterion(JudgementBuilder& builder,
                                                           std::string_view name);
  // Language pairs that nobody judged are left out; an InputError where none is left.
  absl::StatusOr<std::vector<JudgementTable>> Finish();

 private:
  const std::string& file_;
  std::vector<JudgementBuilder> builders_;
};

}  // namespace mtgauge
