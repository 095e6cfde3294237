// MQM's marked errors, as in google/wmt-mqm-human-evaluation: a row for each error that a rater
// marked in an output, or one row that says there is none. A rater's score for an output is the sum
// of the weights of its errors.
#include <absl/strings/ascii.h>
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <iterator>
#include <map>
#include <set>
#include <tuple>

#include "core/base/numbers.h"
#include "core/base/printing.h"
#include "core/input/tables/judgement_forms.h"
#include "core/input/tables/mqm_weights.h"

namespace mtgauge {
namespace {

std::string Lower(std::string_view text) { return absl::AsciiStrToLower(std::string(text)); }

std::optional<size_t> FindTitle(const Fields& header, std::string_view title) {
  for (size_t c = 0; c < header.size(); ++c) {
    if (Lower(header[c]) == title) return c;
  }
  return std::nullopt;
}

bool IsMqm(const JudgementFile& file) {
  return !file.is_json && FindColumn(file.rows[0], Title::kSystem) &&
         FindTitle(file.rows[0], "category") && FindTitle(file.rows[0], "severity");
}

// The columns of a row that are read.
struct MqmColumns {
  size_t system, item, category, severity;
  std::optional<size_t> annotator, document;
  size_t last() const {
    return std::max(
        {system, item, category, severity, annotator.value_or(0), document.value_or(0)});
  }
};

Result<MqmColumns> ColumnsOf(const JudgementFile& file) {
  const Fields& header = file.rows[0];
  const std::optional<size_t> item = FindColumn(header, Title::kItem);
  if (!item) {
    return InputError({file.name, 1}, "a table of MQM errors without a column of segments",
                      "add a column seg_id with the number of the segment in the whole test set");
  }
  return MqmColumns{*FindColumn(header, Title::kSystem),   *item,
                    *FindTitle(header, "category"),        *FindTitle(header, "severity"),
                    FindColumn(header, Title::kAnnotator), FindColumn(header, Title::kDocument)};
}

Result<std::vector<JudgementTable>> ParseMqm(const JudgementFile& file,
                                             const JudgementOptions& options) {
  MTG_ASSIGN_OR_RETURN(const MqmColumns columns, ColumnsOf(file));
  JudgementBuilder builder(options);
  builder.table.lower_is_better = true;
  builder.table.of_errors = true;
  builder.table.criteria = {{"MQM", {}}};
  std::vector<JudgementTable::Judgement>& judgements = builder.table.criteria[0].judgements;
  std::map<std::tuple<uint32_t, uint32_t, uint32_t>, size_t> known;
  std::map<std::string, size_t> without_weight;
  for (size_t r = 1; r < file.rows.size(); ++r) {
    const Fields& row = file.rows[r];
    if (row.size() <= columns.last()) {
      return InputError({file.name, file.LineOf(r)},
                        fmt::format("{}, but an error needs {}", Counted(row.size(), "column"),
                                    columns.last() + 1),
                        "every line needs all columns of the header");
    }
    JudgedOutput output = {row[columns.system], row[columns.item], "", std::nullopt};
    if (columns.annotator) output.annotator = row[*columns.annotator];
    if (columns.document) output.document = row[*columns.document];
    MTG_ASSIGN_OR_RETURN(const JudgementTable::Judgement place,
                         builder.Place(file.name, file.LineOf(r), output));
    const auto [of, is_new] =
        known.try_emplace({place.system, place.item, place.annotator}, judgements.size());
    if (is_new) judgements.push_back(place);
    const std::string_view severity = row[columns.severity];
    const std::optional<double> weight =
        MqmWeightOf(options.mqm_weights, severity, row[columns.category]);
    if (!weight && !MarksNoError(severity)) ++without_weight[std::string(severity)];
    judgements[of->second].score += weight.value_or(0);
  }
  for (const auto& [severity, count] : without_weight) {
    builder.table.notes.push_back(
        fmt::format("{}: the severity '{:.40}' has no weight; {} such {} 0; give it one with "
                    "`mqm-weights`",
                    file.name, severity, count, count == 1 ? "error counts" : "errors count"));
  }
  return std::vector<JudgementTable>{builder.Finish()};
}

}  // namespace

const JudgementForm kMqmForm = {IsMqm, ParseMqm};

bool MarksNoError(std::string_view severity) {
  constexpr std::string_view kNames[] = {"no-error", "no error", "hotw-test", ""};
  return std::find(std::begin(kNames), std::end(kNames), Lower(severity)) != std::end(kNames);
}

MqmWeights PublishedMqmWeights() { return *ParseMqmWeights(kPublishedMqmWeights); }

Result<MqmWeights> ParseMqmWeights(std::string_view text) {
  MqmWeights weights;
  std::set<std::string> seen;
  for (const std::string_view entry : CutAtSpaces(text)) {
    const size_t colon = entry.rfind(':');
    const std::optional<double> weight = colon == std::string_view::npos || colon == 0
                                             ? std::nullopt
                                             : ParseNumber<double>(entry.substr(colon + 1));
    if (!weight || !std::isfinite(*weight)) {
      return UsageError(
          fmt::format("'{}' is not a severity and a weight, such as Major:5 or "
                      "Minor/Fluency/Punctuation:0.1",
                      entry));
    }
    weights.emplace_back(Lower(entry.substr(0, colon)), *weight);
    if (!seen.insert(weights.back().first).second) {
      return UsageError(fmt::format("'{}' has two weights", entry.substr(0, colon)));
    }
  }
  if (weights.empty()) return UsageError("no weights");
  return weights;
}

std::optional<double> MqmWeightOf(const MqmWeights& weights, std::string_view severity,
                                  std::string_view category) {
  std::string key = Lower(severity) + '/' + Lower(category);
  for (;;) {
    for (const auto& [name, weight] : weights) {
      if (name == key) return weight;
    }
    const size_t slash = key.rfind('/');
    if (slash == std::string::npos) return std::nullopt;
    key.resize(slash);
  }
}

}  // namespace mtgauge
