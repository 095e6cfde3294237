// Judgements as JSON Lines: one record per judgement (WMT24's ESA: langs, line_id, system,
// annotator, esa_score), or one per segment with doc_id and the scores of all systems, each
// {human1, annotator1, human2, ...} (WMT25) or a list of {score, annotator} (WMT24, newer).
#include <absl/strings/ascii.h>
#include <fmt/format.h>
#include <simdjson.h>

#include <algorithm>
#include <cmath>
#include <optional>

#include "core/base/numbers.h"
#include "core/input/formats/json_record.h"
#include "core/input/tables/judgement_forms.h"

namespace mtgauge {
namespace {

namespace dom = simdjson::dom;

constexpr std::string_view kScores = "scores", kId = "doc_id", kHuman = "human",
                           kAnnotator = "annotator", kEsa = "ESA";

std::optional<dom::object> ObjectAt(const dom::object& record, std::string_view key) {
  dom::object object;
  if (record[key].get(object) != simdjson::SUCCESS) return std::nullopt;
  return object;
}

// Returns a string or an integer as text.
std::optional<std::string> TextOf(dom::element value) {
  std::string_view text;
  int64_t number = 0;
  if (value.get(text) == simdjson::SUCCESS) return std::string(text);
  if (value.get(number) == simdjson::SUCCESS) return std::to_string(number);
  return std::nullopt;
}

std::string TextAt(const dom::object& record, std::string_view key) {
  dom::element value;
  if (record[key].get(value) != simdjson::SUCCESS) return "";
  return TextOf(value).value_or("");
}

// Returns how many errors a list has, or a number says; otherwise -1.
int32_t MarksAt(const dom::object& record, std::string_view key) {
  dom::array errors;
  int64_t number = 0;
  if (record[key].get(errors) == simdjson::SUCCESS) return static_cast<int32_t>(errors.size());
  const bool is_number = record[key].get(number) == simdjson::SUCCESS;
  return is_number && number >= 0 && number < INT32_MAX ? static_cast<int32_t>(number) : -1;
}

// WMT25's ids: cs-de_DE_#_news_#_DOCUMENT_#_PARAGRAPH.
constexpr std::string_view kIdSeparator = "_#_";

std::string PairOfId(std::string_view id) {
  const size_t end = id.find(kIdSeparator);
  return std::string(id.substr(0, end == std::string_view::npos ? 0 : end));
}

std::string_view DocumentOfId(std::string_view id) { return id.substr(0, id.rfind(kIdSeparator)); }

std::optional<std::string_view> DomainOfId(std::string_view id) {
  const size_t begin = id.find(kIdSeparator);
  if (begin == id.npos) return std::nullopt;
  id.remove_prefix(begin + kIdSeparator.size());
  const size_t end = id.find(kIdSeparator);
  return end == id.npos ? std::nullopt : std::optional(id.substr(0, end));
}

// The scores of one system for a segment.
struct SystemScores {
  const std::string& file;
  size_t line;
  const std::string& id;
  std::string_view system;
  JudgementBuilder& builder;

  // Adds one of them, with the fields `annotator` and `errors` of the same round.
  Status Add(std::string_view key, dom::element value, const dom::object& scores,
             std::string_view suffix, uint32_t round) const {
    if (value.is_null()) return OkStatus();
    double score = 0;
    if (value.get(score) != simdjson::SUCCESS) {
      return InputError({file, line},
                        fmt::format("'{}' of the system '{:.40}' is not a number", key, system),
                        "write a number, or null if it is missing");
    }
    const std::string annotator = TextAt(scores, fmt::format("{}{}", kAnnotator, suffix));
    MTG_ASSIGN_OR_RETURN(
        JudgementTable::Judgement judgement,
        builder.Place(file, line, {system, id, annotator, DocumentOfId(id), DomainOfId(id)}));
    judgement.score = score;
    judgement.round = round;
    judgement.marks = MarksAt(scores, fmt::format("errors{}", suffix));
    AddScore(judgement, line, TablesByPair::Criterion(builder, kEsa));
    return OkStatus();
  }

  // Adds "human", or "human1", "human2", ... for several rounds.
  Status AddRounds(const dom::object& scores) const {
    for (const dom::key_value_pair field : scores) {
      if (!field.key.starts_with(kHuman)) continue;
      const std::string_view round = field.key.substr(kHuman.size());
      MTG_RETURN_IF_ERROR(
          Add(field.key, field.value, scores, round, ParseNumber<uint32_t>(round).value_or(0)));
    }
    return OkStatus();
  }

  // Adds a list of judgements, each a round.
  Status AddList(const dom::array& list) const {
    uint32_t round = 0;
    for (const dom::element one : list) {
      dom::object scores;
      dom::element score;
      if (one.get(scores) != simdjson::SUCCESS || scores["score"].get(score) != simdjson::SUCCESS) {
        return InputError({file, line},
                          fmt::format("a judgement of '{:.40}' without a 'score'", system),
                          "write it as {\"score\": 87, \"annotator\": \"a\"}");
      }
      MTG_RETURN_IF_ERROR(Add("score", score, scores, "", ++round));
    }
    return OkStatus();
  }
};

Status ReadSegment(const std::string& file, size_t line, const dom::object& record,
                   TablesByPair& tables) {
  const std::optional<dom::object> scores = ObjectAt(record, kScores);
  const std::string id = TextAt(record, kId);
  if (!scores || id.empty()) {
    return InputError({file, line}, "a segment without 'doc_id' or 'scores'",
                      "give every record both");
  }
  JudgementBuilder& builder = tables.Of(PairOfId(id));
  for (const dom::key_value_pair system : *scores) {
    const SystemScores of = {file, line, id, system.key, builder};
    dom::object rounds;
    dom::array list;
    if (system.value.get(rounds) == simdjson::SUCCESS) {
      MTG_RETURN_IF_ERROR(of.AddRounds(rounds));
    } else if (system.value.get(list) == simdjson::SUCCESS) {
      MTG_RETURN_IF_ERROR(of.AddList(list));
    } else {
      return InputError({file, line},
                        fmt::format("the scores of '{:.40}' are not an object", system.key),
                        "write them as {\"human\": 87}");
    }
  }
  return OkStatus();
}

// The fields of a record other than its scores.
struct Judged {
  std::string system, item, annotator, pair;
  std::optional<std::string> document, domain;
};

// Returns the item's id; WMT24 numbers lines from 0.
std::string ItemOf(std::string_view key, dom::element value) {
  int64_t number = 0;
  if (absl::AsciiStrToLower(std::string(key)) == "line_id" &&
      value.get(number) == simdjson::SUCCESS && number >= 0 && number < INT64_MAX) {
    return std::to_string(number + 1);
  }
  return TextOf(value).value_or("");
}

Judged JudgedOf(const dom::object& record) {
  Judged judged;
  for (const dom::key_value_pair field : record) {
    const auto is = [&](Title title) { return IsTitle(field.key, title); };
    if (is(Title::kSystem)) judged.system = TextOf(field.value).value_or("");
    if (is(Title::kItem)) judged.item = ItemOf(field.key, field.value);
    if (is(Title::kAnnotator)) judged.annotator = TextOf(field.value).value_or("");
    if (is(Title::kLanguagePair)) judged.pair = TextOf(field.value).value_or("");
    if (is(Title::kDocument)) judged.document = TextOf(field.value);
    if (is(Title::kDomain)) judged.domain = TextOf(field.value);
  }
  return judged;
}

bool IsKey(std::string_view key) {
  return IsTitle(key, Title::kSystem) || IsTitle(key, Title::kItem) ||
         IsTitle(key, Title::kAnnotator) || IsTitle(key, Title::kLanguagePair) ||
         IsTitle(key, Title::kDocument) || IsTitle(key, Title::kDomain) ||
         IsTitle(key, Title::kCount) || IsTitle(key, Title::kMarks);
}

Status ReadJudgement(const std::string& file, size_t line, const dom::object& record,
                     TablesByPair& tables) {
  const Judged judged = JudgedOf(record);
  if (judged.system.empty() || judged.item.empty()) {
    return InputError({file, line}, "a judgement without a system or a segment",
                      "give every record both, as in {\"system\": \"A\", \"segment\": 1, ...}");
  }
  JudgementBuilder& builder = tables.Of(judged.pair);
  std::optional<std::string_view> document, domain;
  if (judged.document) document = *judged.document;
  if (judged.domain) domain = *judged.domain;
  MTG_ASSIGN_OR_RETURN(
      JudgementTable::Judgement judgement,
      builder.Place(file, line, {judged.system, judged.item, judged.annotator, document, domain}));
  for (const std::string_view key : {"spans", "errors", "error_spans", "esa_spans"}) {
    judgement.marks = std::max(judgement.marks, MarksAt(record, key));
  }
  for (const dom::key_value_pair field : record) {
    if (IsKey(field.key) || field.value.get(judgement.score) != simdjson::SUCCESS) continue;
    const std::string_view name = field.key == "esa_score" ? kEsa : field.key;
    AddScore(judgement, line, TablesByPair::Criterion(builder, name));
  }
  return OkStatus();
}

bool IsSegment(const dom::object& record) {
  return ObjectAt(record, kScores) && !TextAt(record, kId).empty();
}

Result<dom::object> RecordAt(const JudgementFile& file, size_t line, dom::parser& parser) {
  return ParseRecord(file.name, {file.lines[line], line + 1}, parser);
}

// Any record that names a system decides, so that one without is an error.
bool IsRecords(const JudgementFile& file) {
  dom::parser parser;
  for (size_t i = 0; file.is_json && i < file.lines.size(); ++i) {
    const Result<dom::object> record = RecordAt(file, i, parser);
    if (!record.ok()) return false;
    if (IsSegment(*record) || !JudgedOf(*record).system.empty()) return true;
  }
  return false;
}

Result<std::vector<JudgementTable>> ParseRecords(const JudgementFile& file,
                                                 const JudgementOptions& options) {
  dom::parser parser;
  MTG_ASSIGN_OR_RETURN(const dom::object first, RecordAt(file, 0, parser));
  const bool segments = IsSegment(first);
  TablesByPair tables(file.name, options);
  for (size_t i = 0; i < file.lines.size(); ++i) {
    MTG_ASSIGN_OR_RETURN(const dom::object record, RecordAt(file, i, parser));
    MTG_RETURN_IF_ERROR(segments ? ReadSegment(file.name, i + 1, record, tables)
                                 : ReadJudgement(file.name, i + 1, record, tables));
  }
  return tables.Finish();
}

}  // namespace

const JudgementForm kRecordForm = {IsRecords, ParseRecords};

}  // namespace mtgauge
