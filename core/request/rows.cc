// What may stand beside row files, and what they answer for.
#include "core/request/rows.h"

#include <fmt/format.h>

#include <string>
#include <utility>
#include <vector>

namespace mtgauge {
namespace {

// The first option that is about texts or their scoring; empty: none is set.
std::string TextOption(const TextInputs& texts, const MetricChoice& choice) {
  const std::pair<bool, const char*> options[] = {
      {!texts.references.empty() || texts.columns.has_value(), "references"},
      {!texts.inputs.empty(), "input"},
      {!texts.ref_annotations.empty(), "ref-annotations"},
      {!texts.annotations.empty(), "annotations"},
      {!texts.annotate_with.empty(), "annotate-with"},
      {texts.test_set.has_value(), "test-set"},
      {texts.language_pair.has_value(), "language-pair"},
      {!texts.input_format.empty(), "input-format"},
      {!texts.key.empty(), "key"},
      {!texts.split_key.empty(), "split-key"},
      {texts.split_paragraphs, "split-paragraphs"},
      {texts.on_invalid != OnInvalid::kError, "on-invalid"},
      {choice.tokenize.has_value(), "tokenize"},
      {choice.stem.has_value(), "stem"},
      {choice.smooth_method.has_value(), "smooth-method"},
      {choice.smooth_value.has_value(), "smooth-value"},
      {choice.lowercase, "lowercase"},
      {!choice.compat.empty(), "compat"},
      {!choice.survey.empty(), "survey"}};
  for (const auto& [given, name] : options) {
    if (given) return name;
  }
  return choice.metric_settings.empty() ? "" : choice.metric_settings.front().name;
}

}  // namespace

absl::StatusOr<std::shared_ptr<const RowSet>> TakeRows(TextInputs& texts, MetricChoice& choice) {
  if (texts.rows.empty()) return std::shared_ptr<const RowSet>();
  if (const std::string option = TextOption(texts, choice); !option.empty()) {
    return UsageError({.option = option},
                      fmt::format("`{}`: `rows` are scored already, and hold no texts", option),
                      "leave it out, or name the texts in place of `rows`");
  }
  MTG_ASSIGN_OR_RETURN(RowSet opened, RowSet::Open(texts.rows));
  if (!choice.metrics.empty()) MTG_RETURN_IF_ERROR(opened.Select(choice.metrics));
  const auto rows = std::make_shared<const RowSet>(std::move(opened));
  const RowHeader& header = rows->header();
  TextInputs from = header.texts;
  from.rows = std::move(texts.rows);
  from.by = std::move(texts.by);
  from.documents = std::move(texts.documents);
  texts = std::move(from);
  MetricChoice made = header.choice;
  made.unit_scale = choice.unit_scale;
  made.ngram_engine = choice.ngram_engine;
  made.hash = choice.hash;
  choice = std::move(made);
  return rows;
}

}  // namespace mtgauge
