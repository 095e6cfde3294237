// Shared by the forms of judgement files: column titles, numbered names, and a builder that fills a
// table one judgement at a time. Only for the forms' own files, and for those that know the same
// titles.
#pragma once

#include <cstddef>
#include <cstdint>
#include <deque>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/base/status.h"
#include "core/input/tables/judgement_table.h"
#include "core/input/tables/numbering.h"

namespace mtgauge {

using Fields = std::vector<std::string_view>;

// A file, split at the separator that its first line uses; JSON has no rows.
struct JudgementFile {
  std::deque<std::string> unquoted;  // fields that were in quotes
  std::string name;
  std::vector<std::string_view> lines;
  std::vector<Fields> rows;       // the first contains the column names, if there are any
  std::vector<size_t> row_lines;  // of the rows; 0 for names that the file does not have
  bool is_json = false;

  size_t LineOf(size_t row) const { return row_lines[row]; }
};

// A form of judgement files. `is` looks at the content; the first form that matches takes the file.
struct JudgementForm {
  bool (*is)(const JudgementFile& file);
  Result<std::vector<JudgementTable>> (*parse)(const JudgementFile& file,
                                               const JudgementOptions& options);
};
extern const JudgementForm kMqmForm;       // mqm_table.cc
extern const JudgementForm kRecordForm;    // judgement_records.cc
extern const JudgementForm kDocumentForm;  // automatic_scores.cc
extern const JudgementForm kAppraiseForm;  // appraise_table.cc
extern const JudgementForm kPearmutForm;   // pearmut_table.cc

// The content of a column, or of a field of a record.
enum class Title { kSystem, kItem, kAnnotator, kDocument, kDomain, kCount, kMarks, kLanguagePair };
bool IsTitle(std::string_view field, Title title);
std::optional<size_t> FindColumn(const Fields& header, Title title);

// Adds a score of a line, or notes that it is missing.
void AddScore(const JudgementTable::Judgement& judgement, size_t line,
              JudgementTable::Criterion& criterion);

// Splits a line at spaces and tabs.
Fields CutAtSpaces(std::string_view line);

// Returns a finite number, NaN if the score is missing, or nothing if the field is something else.
std::optional<double> ScoreOf(std::string_view field);

// The output that is judged, and the annotator. Names may be empty if not given.
struct JudgedOutput {
  std::string_view system, item, annotator;
  std::optional<std::string_view> document, domain = std::nullopt;
};

// Fills a table, line by line.
class JudgementBuilder {
 public:
  JudgementTable table;  // without names until Finish()

  explicit JudgementBuilder(const JudgementOptions& options) : options_(&options) {}

  // Returns the numbers of the names, with a score of 0. Returns an InputError if the item belonged
  // to another document or domain before.
  Result<JudgementTable::Judgement> Place(const std::string& file, size_t line,
                                          const JudgedOutput& output);
  JudgementTable Finish();

 private:
  const JudgementOptions* options_;
  Numbering systems_, items_, annotators_;
};

// The tables of the language pairs, in order of appearance.
class TablesByPair {
 public:
  // Both must outlive the tables.
  TablesByPair(const std::string& file, const JudgementOptions& options)
      : file_(file), options_(options) {}

  JudgementBuilder& Of(const std::string& pair);
  static JudgementTable::Criterion& Criterion(JudgementBuilder& builder, std::string_view name);
  // Leaves out language pairs without judgements; returns an InputError if none is left.
  Result<std::vector<JudgementTable>> Finish();

 private:
  const std::string& file_;
  const JudgementOptions& options_;
  std::vector<JudgementBuilder> builders_;
};

}  // namespace mtgauge
