// Appraise's export of a campaign: lines of comma-separated values without column names.
//
//   ANNOTATOR,SYSTEM,ITEM,TGT,eng,deu,SCORE
//   ANNOTATOR,SYSTEM,ITEM,TGT,eng,jpn,SCORE,DOCUMENT,False,ERRORS,BEGUN,ENDED         WMT24
//   ANNOTATOR,SEGMENT,SYSTEM,ITEM,TGT,eng,ces,SCORE,DOCUMENT,False,ERRORS,BEGUN,ENDED,...  WMT25
//
// Items are numbered from 0. As in WMT's own scripts, only lines marked TGT count, without
// tutorials, canaries and the items that fill up an annotator's task. If an annotator judged an
// output several times, the last judgement counts. Control items, marked BAD, are kept apart.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include "core/base/status.h"
#include "core/input/tables/judgement_forms.h"

namespace mtgauge {

// The places of the columns, relative to the column with the kind of item.
struct AppraiseColumns {
  size_t kind;

  bool has_segments() const { return kind == 4; }
  size_t system() const { return has_segments() ? 2 : 1; }
  size_t item() const { return has_segments() ? 1 : 2; }
  size_t source() const { return kind + 1; }
  size_t target() const { return kind + 2; }
  size_t score() const { return kind + 3; }
  size_t document() const { return kind + 4; }
  size_t whole_document() const { return kind + 5; }
  size_t errors() const { return kind + 6; }
};

struct AppraiseRow {
  size_t line = 0;
  std::vector<std::string> values;
};

// The ending of the document of a control item; without it, the document of the output.
inline constexpr std::string_view kControlDocument = "#bad";

// The rows that count, in the order of the file, one for each annotator and output.
struct AppraiseRows {
  AppraiseColumns columns;
  std::vector<AppraiseRow> rows;
  std::vector<AppraiseRow> controls;  // damaged outputs, marked BAD, in documents NAME#bad

  std::string_view At(const AppraiseRow& row, size_t column) const {
    return column < row.values.size() ? std::string_view(row.values[column]) : std::string_view();
  }
  std::string PairOf(const AppraiseRow& row) const {
    return row.values[columns.source()] + '-' + row.values[columns.target()];
  }
  // Returns the item's number, from 1, or its name.
  std::string ItemOf(const AppraiseRow& row) const;
  bool HasDocument(const AppraiseRow& row) const;
  bool HasErrors(const AppraiseRow& row) const;
};

bool IsAppraise(const JudgementFile& file);
// Returns an InputError for a line that is no judgement.
Result<AppraiseRows> ReadAppraiseRows(const JudgementFile& file);

}  // namespace mtgauge
