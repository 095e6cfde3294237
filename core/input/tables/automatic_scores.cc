// Scores of metrics by document, as WMT25 publishes them: a JSON object per line, {language_pair,
// domain, document_id, metric_scores: {METRIC: [one number for each segment]}}. The system is named
// after the file; the segments of a document are numbered from 1. Scores stay as they are: WMT
// stores error rates such as MetricX negated.
#include <fmt/format.h>
#include <simdjson.h>

#include <cstddef>
#include <limits>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/base/printing.h"
#include "core/input/formats/json_record.h"
#include "core/input/tables/judgement_forms.h"

namespace mtgauge {
namespace {

constexpr std::string_view kMetricScores = "metric_scores", kDocumentId = "document_id",
                           kDomain = "domain", kLanguagePair = "language_pair";

std::optional<std::string_view> StringAt(const simdjson::dom::object& record,
                                         std::string_view key) {
  std::string_view text;
  if (record[key].get(text) != simdjson::SUCCESS) return std::nullopt;
  return text;
}

// FOLDER/SYSTEM.jsonl, or a compressed one.
std::string SystemOfFile(std::string_view path) {
  std::string_view name = path.substr(path.rfind('/') + 1);
  return std::string(name.substr(0, name.find(".jsonl")));
}

struct ScoredDocument {
  std::string pair;
  std::string_view id;
  std::optional<std::string_view> domain;
  simdjson::dom::object metrics;
};

Result<ScoredDocument> ReadDocument(const std::string& file, size_t line,
                                    const simdjson::dom::object& record) {
  const std::optional<std::string_view> id = StringAt(record, kDocumentId);
  ScoredDocument document = {std::string(StringAt(record, kLanguagePair).value_or("")),
                             id.value_or(""),
                             StringAt(record, kDomain),
                             {}};
  if (id && record[kMetricScores].get(document.metrics) == simdjson::SUCCESS) return document;
  return InputError({file, line},
                    fmt::format("a document without '{}' or '{}'", kDocumentId, kMetricScores),
                    "give every line both");
}

Result<double> ReadScore(const std::string& file, size_t line, std::string_view metric,
                         simdjson::dom::element value) {
  double score = std::numeric_limits<double>::quiet_NaN();
  if (value.is_null() || value.get(score) == simdjson::SUCCESS) return score;
  return InputError({file, line}, fmt::format("a score of '{:.40}' is not a number", metric),
                    "write a number, or null if it is missing");
}

// `prefix`: of the segments' ids.
Status AddDocument(const std::string& file, size_t line, const std::string& system,
                   const ScoredDocument& document, const std::string& prefix,
                   TablesByPair& tables) {
  JudgementBuilder& builder = tables.Of(document.pair);
  std::optional<size_t> segments;
  for (const auto& [metric, value] : document.metrics) {
    simdjson::dom::array scores;
    if (value.get(scores) != simdjson::SUCCESS) {
      return InputError({file, line}, fmt::format("'{:.40}' is not a list of scores", metric),
                        "write one number for each segment of the document");
    }
    if (segments.value_or(scores.size()) != scores.size()) {
      return InputError({file, line},
                        fmt::format("'{:.40}' has {}, but the metric before it has {}", metric,
                                    Counted(scores.size(), "score"), *segments),
                        "write one number for each segment, and null if it is missing");
    }
    segments = scores.size();
    size_t number = 0;
    for (const simdjson::dom::element score : scores) {
      const std::string item = fmt::format("{}{}", prefix, ++number);
      MTG_ASSIGN_OR_RETURN(
          JudgementTable::Judgement judgement,
          builder.Place(file, line, {system, item, "", document.id, document.domain}));
      MTG_ASSIGN_OR_RETURN(judgement.score, ReadScore(file, line, metric, score));
      AddScore(judgement, line, TablesByPair::Criterion(builder, metric));
    }
  }
  return OkStatus();
}

bool IsDocuments(const JudgementFile& file) {
  simdjson::dom::parser parser;
  simdjson::dom::object metrics;
  if (!file.is_json) return false;
  const auto record = ParseRecord(file.name, {file.lines[0], 1}, parser);
  return record.ok() && (*record)[kMetricScores].get(metrics) == simdjson::SUCCESS;
}

Result<std::vector<JudgementTable>> ParseDocuments(const JudgementFile& file,
                                                   const JudgementOptions& options) {
  simdjson::dom::parser parser;
  const std::string system = SystemOfFile(file.name);
  TablesByPair tables(file.name, options);
  for (size_t i = 0; i < file.lines.size(); ++i) {
    MTG_ASSIGN_OR_RETURN(const simdjson::dom::object record,
                         ParseRecord(file.name, {file.lines[i], i + 1}, parser));
    MTG_ASSIGN_OR_RETURN(const ScoredDocument document, ReadDocument(file.name, i + 1, record));
    const std::string prefix = options.ids_within_documents ? "" : fmt::format("{}:", document.id);
    MTG_RETURN_IF_ERROR(AddDocument(file.name, i + 1, system, document, prefix, tables));
  }
  MTG_ASSIGN_OR_RETURN(std::vector<JudgementTable> read, tables.Finish());
  for (const JudgementTable& table : read) MTG_RETURN_IF_ERROR(CheckOnce(file.name, table));
  return read;
}

}  // namespace

const JudgementForm kDocumentForm = {IsDocuments, ParseDocuments};

}  // namespace mtgauge
