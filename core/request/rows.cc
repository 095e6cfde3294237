// Checks the options given with row files and opens the files.
#include "core/request/rows.h"

#include <fmt/format.h>

#include <algorithm>
#include <iterator>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "core/input/formats/files_of_set.h"
#include "core/request/group_fields.h"
#include "core/request/metrics.h"
#include "core/request/options.h"

namespace mtgauge {
namespace {

// The options allowed with row files: which segments and metrics, and how they are computed.
constexpr std::string_view kBesideRows[] = {"rows",  "by",           "documents", "metrics",
                                            "scale", "ngram-engine", "hash",      kDetailsOption};

// Returns the first option about texts or their scoring; empty if none is set.
std::string_view TextOption(const TextInputs& texts, const MetricChoice& choice) {
  if (!texts.references.empty() || texts.columns) return "references";
  if (!texts.inputs.empty()) return "input";
  RequestParts parts;
  static_cast<TextInputs&>(parts) = texts;
  static_cast<MetricChoice&>(parts) = choice;
  for (const RequestOption& option : RequestOptions()) {
    if (option.access.get(parts) == option.access.get(RequestParts())) continue;
    const auto* const found =
        std::find(std::begin(kBesideRows), std::end(kBesideRows), option.name);
    if (found == std::end(kBesideRows)) return option.name;
  }
  // Programs may set metric settings under names of their own.
  for (const MetricSetting& setting : choice.metric_settings) {
    if (setting.name != kDetailsOption) return setting.name;
  }
  return "";
}

// Rows of languages with tokenizers of their own have no score together.
Status CheckTogether(const RowHeader& header) {
  const std::vector<RowLanguage>& languages = header.languages;
  const auto other = std::ranges::find_if(languages, [&](const RowLanguage& language) {
    return !SameSettings(language, languages.front());
  });
  if (other == languages.end()) return OkStatus();
  return UsageError(
      {.option = "by"},
      fmt::format("`rows`: the languages '{}' and '{}' have different tokenizers or weights, so "
                  "there is no score of all segments",
                  languages.front().name, other->name),
      fmt::format(
          "add `by` {0}, which gives scores of each {0}; scores of single segments need rows "
          "of one language",
          header.by));
}

// Returns whether the request groups the segments as the rows were grouped when they were made.
bool GroupsAsMade(const RowHeader& header, const TextInputs& texts) {
  const SegmentGroups by = GroupsBy(ParseGroupFields(texts.by));
  return by.file.empty() && by.field == header.by;
}

}  // namespace

Result<std::shared_ptr<const RowSet>> TakeRows(TextInputs& texts, MetricChoice& choice,
                                               RowsNeed need) {
  if (texts.rows.empty()) return std::shared_ptr<const RowSet>();
  if (const std::string_view option = TextOption(texts, choice); !option.empty()) {
    return UsageError({.option = std::string(option)},
                      fmt::format("`{}` needs texts, but `rows` hold none", option),
                      "leave it out, or name the texts instead of `rows`");
  }
  MTG_ASSIGN_OR_RETURN(texts.rows, WithFilesOfSets(texts.rows));
  MTG_ASSIGN_OR_RETURN(RowSet opened, RowSet::Open(texts.rows));
  if (opened.header().totals && need == RowsNeed::kEach) {
    return UsageError(
        {.option = "rows"},
        fmt::format("{} holds only sums, which give scores of all segments", texts.rows.front()),
        "for anything else, make a file of rows");
  }
  if (!choice.metrics.empty()) MTG_RETURN_IF_ERROR(opened.Select(choice.metrics));
  const auto rows = std::make_shared<const RowSet>(std::move(opened));
  const RowHeader& header = rows->header();
  MetricChoice made = header.choice;
  TextInputs from = header.texts;
  if (!header.languages.empty() && !GroupsAsMade(header, texts)) {
    MTG_RETURN_IF_ERROR(CheckTogether(header));
    std::vector<std::string> specs;
    for (const RowMetric& metric : header.metrics) specs.push_back(metric.spec);
    const std::string& language = header.languages.front().name;
    if (TokenizerOf(language, specs)) from.language_pair = language;
  }
  made.unit_scale = choice.unit_scale;
  made.ngram_engine = choice.ngram_engine;
  made.hash = choice.hash;
  for (const MetricSetting& setting : choice.metric_settings) {
    made.metric_settings.push_back(setting);  // kDetailsOption, which changes no rows
  }
  choice = std::move(made);
  from.rows = std::move(texts.rows);
  from.by = std::move(texts.by);
  from.documents = std::move(texts.documents);
  texts = std::move(from);
  return rows;
}

}  // namespace mtgauge
