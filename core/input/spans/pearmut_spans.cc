// Pearmut's annotations: the server's download, {CAMPAIGN: [entry, ...]}, or its file of entries as
// JSON Lines. Offsets count UTF-16 units, and ends are inclusive. A reset voids what its user did
// before. The last answer of a user counts; items for practice and control do not.
#include <fmt/format.h>

#include <map>

#include "core/input/formats/json_record.h"
#include "core/input/spans/span_forms.h"

namespace mtgauge {
namespace {

namespace dom = simdjson::dom;

constexpr std::string_view kAnnotation = "annotation", kUser = "user_id", kItemId = "item_id";
constexpr ErrorKeys kPearmutKeys = {"start_i", "end_i", "category"};

bool IsControl(std::string_view item) {
  return item.starts_with("welcome_") || item.starts_with("random_") ||
         item.starts_with("goodbye_");
}

bool IsReset(const JsonObject& entry) { return TextField(entry, kAnnotation) == "__RESET__"; }

// DOCUMENT_#_ITEM, if the id has this form.
JudgedText PearmutOutput(const std::string& campaign, std::string_view model,
                         const std::string& id) {
  constexpr std::string_view kSeparator = "_#_";
  const size_t at = id.rfind(kSeparator);
  if (at == std::string::npos) return {campaign, std::string(model), "", id};
  return {campaign, std::string(model), id.substr(0, at), id.substr(at + kSeparator.size())};
}

// Without an id, the whole item but its translations is one.
std::string IdOfItem(const JsonObject& item) {
  std::string id = IdField(item, kItemId);
  if (!id.empty()) return id;
  for (const dom::key_value_pair field : item) {
    if (field.key == "tgt") continue;
    id += fmt::format("{}{}={}", id.empty() ? "" : " ", field.key, simdjson::minify(field.value));
  }
  return id;
}

Status AddAnswers(const SpanFile& file, size_t line, const std::string& campaign,
                  const std::string& user, const JsonObject& item, const JsonObject& answers,
                  SpanCollector& collector) {
  const std::string id = IdOfItem(item);
  if (IsControl(id)) return OkStatus();
  const auto targets = ObjectField(item, "tgt");
  for (const dom::key_value_pair answer : answers) {
    JsonObject of_model;
    if (answer.value.get(of_model) != simdjson::SUCCESS) continue;
    const auto spans = ListField(of_model, "error_spans");
    if (!spans) continue;
    SpanCollector::Texts texts;
    if (targets) texts.target = TextField(*targets, answer.key);
    if (!texts.target) {
      return InputError({file.table.name, line},
                        fmt::format("the item '{:.60}' has no text of '{:.60}'", id, answer.key),
                        "offsets in UTF-16 units need the text in 'tgt'");
    }
    MTG_RETURN_IF_ERROR(collector.Begin(line, PearmutOutput(campaign, answer.key, id), user, texts,
                                        SpanCollector::Twice::kLastCounts));
    MTG_RETURN_IF_ERROR(AddErrors(file.table.name, line, *spans, kPearmutKeys, collector));
  }
  return OkStatus();
}

Status AddEntry(const SpanFile& file, size_t line, const std::string& campaign,
                const JsonObject& entry, SpanCollector& collector) {
  const auto annotation = ListField(entry, kAnnotation), items = ListField(entry, "item");
  if (!annotation || !items || annotation->size() != items->size()) {
    return InputError({file.table.name, line},
                      "an entry whose 'annotation' and 'item' are not lists of equal length",
                      "use the file as Pearmut writes it");
  }
  auto item = items->begin();
  for (const dom::element answers : *annotation) {
    JsonObject of_item, of_answers;
    const bool both =
        (*item).get(of_item) == simdjson::SUCCESS && answers.get(of_answers) == simdjson::SUCCESS;
    ++item;
    if (!both) continue;  // null: not answered
    MTG_RETURN_IF_ERROR(
        AddAnswers(file, line, campaign, IdField(entry, kUser), of_item, of_answers, collector));
  }
  return OkStatus();
}

// Adds entries without those that a later reset of their user voids. `line` is the first one, and
// the same for all if they are on one line.
Status AddEntries(const SpanFile& file, const std::string& campaign,
                  const std::vector<std::pair<size_t, JsonObject>>& entries,
                  SpanCollector& collector) {
  std::map<std::string, size_t> reset;
  for (size_t i = 0; i < entries.size(); ++i) {
    if (IsReset(entries[i].second)) reset[IdField(entries[i].second, kUser)] = i;
  }
  for (size_t i = 0; i < entries.size(); ++i) {
    const auto& [line, entry] = entries[i];
    const auto of_user = reset.find(IdField(entry, kUser));
    if (of_user != reset.end() && i <= of_user->second) continue;
    MTG_RETURN_IF_ERROR(AddEntry(file, line, campaign, entry, collector));
  }
  return OkStatus();
}

Status ParseDownload(const SpanFile& file, SpanCollector& collector) {
  dom::parser parser;
  MTG_ASSIGN_OR_RETURN(const JsonObject campaigns,
                       ParseRecord(file.table.name, {file.text, 1}, parser));
  const bool several = campaigns.size() > 1;
  for (const dom::key_value_pair campaign : campaigns) {
    dom::array list;
    if (campaign.value.get(list) != simdjson::SUCCESS) continue;
    std::vector<std::pair<size_t, JsonObject>> entries;
    for (const dom::element value : list) {
      JsonObject entry;
      if (value.get(entry) == simdjson::SUCCESS) entries.emplace_back(1, entry);
    }
    MTG_RETURN_IF_ERROR(
        AddEntries(file, several ? std::string(campaign.key) : "", entries, collector));
  }
  return OkStatus();
}

Status ParsePearmut(const SpanFile& file, SpanCollector& collector) {
  collector.CountUtf16();
  if (!FirstRecordHas(file, {kAnnotation, kUser})) return ParseDownload(file, collector);
  // A parser for each line, since all entries are needed at once.
  std::vector<dom::parser> parsers(file.table.lines.size());
  std::vector<std::pair<size_t, JsonObject>> entries;
  for (size_t i = 0; i < parsers.size(); ++i) {
    MTG_ASSIGN_OR_RETURN(const JsonObject entry,
                         ParseRecord(file.table.name, {file.table.lines[i], i + 1}, parsers[i]));
    entries.emplace_back(i + 1, entry);
  }
  return AddEntries(file, "", entries, collector);
}

// Returns whether the file is an object whose lists hold objects with these fields.
bool IsDownload(const SpanFile& file) {
  dom::parser parser;
  JsonObject campaigns, entry;
  if (!file.json_whole ||
      parser.parse(file.text.data(), file.text.size(), false).get(campaigns) != simdjson::SUCCESS) {
    return false;
  }
  for (const dom::key_value_pair campaign : campaigns) {
    dom::array list;
    if (campaign.value.get(list) != simdjson::SUCCESS) return false;
    for (const dom::element value : list) {
      return value.get(entry) == simdjson::SUCCESS &&
             entry[kAnnotation].error() == simdjson::SUCCESS;
    }
  }
  return false;
}

}  // namespace

const SpanForm kPearmutSpans = {
    "pearmut", SpanEnd::kInclusive,
    [](const SpanFile& file) {
      return FirstRecordHas(file, {kAnnotation, kUser}) || IsDownload(file);
    },
    ParsePearmut};

}  // namespace mtgauge
