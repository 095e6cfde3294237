// Reads the rows of Appraise's export.
#include "core/input/tables/appraise_rows.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <cmath>
#include <iterator>
#include <map>
#include <optional>
#include <tuple>
#include <utility>

namespace mtgauge {
namespace {

using Values = std::vector<std::string>;

// Splits a line. Fields may be in double quotes; quotes inside them are doubled.
Values CutValues(std::string_view line) {
  if (line.ends_with('\r')) line.remove_suffix(1);
  Values values(1);
  bool quoted = false;
  for (size_t i = 0; i < line.size(); ++i) {
    if (line[i] == ',' && !quoted) {
      values.emplace_back();
    } else if (line[i] != '"') {
      values.back() += line[i];
    } else if (quoted && line.substr(i + 1).starts_with('"')) {
      values.back() += line[i++];
    } else {
      quoted = !quoted;
    }
  }
  return values;
}

bool IsKind(std::string_view field) {
  constexpr std::string_view kKinds[] = {"TGT", "BAD", "REF", "CHK", "SRC"};
  return std::find(std::begin(kKinds), std::end(kKinds), field) != std::end(kKinds);
}

bool HasColumns(const Values& values, const AppraiseColumns& columns) {
  return values.size() > columns.score() && IsKind(values[columns.kind]) &&
         ScoreOf(values[columns.score()]).has_value();
}

std::optional<AppraiseColumns> FindColumns(const Values& values) {
  for (const AppraiseColumns columns : {AppraiseColumns{3}, AppraiseColumns{4}}) {
    if (HasColumns(values, columns)) return columns;
  }
  return std::nullopt;
}

std::string_view At(const Values& values, size_t column) {
  return column < values.size() ? std::string_view(values[column]) : std::string_view();
}

bool HasDocuments(const Values& values, const AppraiseColumns& columns) {
  const std::string_view whole = At(values, columns.whole_document());
  return whole == "True" || whole == "False";
}
bool HasErrors(const Values& values, const AppraiseColumns& columns) {
  const std::string_view errors = At(values, columns.errors());
  return HasDocuments(values, columns) && (errors.starts_with('[') || errors.starts_with('{'));
}

// Returns when the judgement ended; 0 if unknown.
double EndOf(const Values& values, const AppraiseColumns& columns) {
  const size_t begun = columns.errors() + (HasErrors(values, columns) ? 1 : 0);
  const double end = ScoreOf(At(values, begun + 1)).value_or(0);
  return std::isnan(end) ? 0 : end;
}

// Returns true for a damaged output among those of an annotator's task.
bool IsControl(const Values& values, const AppraiseColumns& columns) {
  return values[columns.kind] == "BAD" &&
         At(values, columns.document()).ends_with(kControlDocument) &&
         !std::isnan(*ScoreOf(values[columns.score()]));
}

bool Counts(const Values& values, const AppraiseColumns& columns) {
  constexpr std::string_view kFillers[] = {"#bad", "#dup", "#incomplete"};
  if (values[columns.kind] != "TGT" || At(values, columns.whole_document()) == "True") return false;
  if (HasDocuments(values, columns) && At(values, columns.document()) == "canary") return false;
  for (const size_t column : {columns.system(), columns.item(), columns.document()}) {
    const std::string_view name = At(values, column);
    const auto ends = [&](std::string_view filler) { return name.ends_with(filler); };
    if (name.find("tutorial") != std::string_view::npos) return false;
    if (std::any_of(std::begin(kFillers), std::end(kFillers), ends)) return false;
  }
  return !std::isnan(*ScoreOf(values[columns.score()]));
}

std::string AppraiseItem(const Values& values, const AppraiseColumns& columns) {
  const std::string& item = values[columns.item()];
  uint64_t number = 0;
  const auto [end, error] = std::from_chars(item.data(), item.data() + item.size(), number);
  const bool counts = error == std::errc() && end == item.data() + item.size() &&
                      !columns.has_segments() && number < UINT64_MAX;
  return counts ? std::to_string(number + 1) : item;
}

}  // namespace

std::string AppraiseRows::ItemOf(const AppraiseRow& row) const {
  return AppraiseItem(row.values, columns);
}
bool AppraiseRows::HasDocument(const AppraiseRow& row) const {
  return HasDocuments(row.values, columns);
}
bool AppraiseRows::HasErrors(const AppraiseRow& row) const {
  return mtgauge::HasErrors(row.values, columns);
}

bool IsAppraise(const JudgementFile& file) {
  return !file.is_json && FindColumns(CutValues(file.lines[0])).has_value();
}

Result<AppraiseRows> ReadAppraiseRows(const JudgementFile& file) {
  const AppraiseColumns columns = *FindColumns(CutValues(file.lines[0]));
  AppraiseRows read = {columns, {}, {}};
  std::map<std::tuple<bool, std::string, std::string, std::string, std::string>, size_t> known;
  for (size_t i = 0; i < file.lines.size(); ++i) {
    Values values = CutValues(file.lines[i]);
    if (!HasColumns(values, columns)) {
      return InputError({file.name, i + 1}, "not a judgement in Appraise's format",
                        fmt::format("write TGT in column {} and the score in column {}, as on line "
                                    "1, or name the columns on the first line",
                                    columns.kind + 1, columns.score() + 1));
    }
    const bool control = IsControl(values, columns);
    if (!control && !Counts(values, columns)) continue;
    std::vector<AppraiseRow>& judged = control ? read.controls : read.rows;
    const auto [same, is_new] =
        known.try_emplace({control, values[columns.source()] + '-' + values[columns.target()],
                           values[columns.system()], values[columns.item()], values[0]},
                          judged.size());
    if (is_new) {
      judged.push_back({i + 1, std::move(values)});
    } else if (EndOf(values, columns) >= EndOf(judged[same->second].values, columns)) {
      judged[same->second] = {i + 1, std::move(values)};
    }
  }
  return read;
}

}  // namespace mtgauge
