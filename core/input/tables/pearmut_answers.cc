// Reads entries, and chooses the answers that count.
#include "core/input/tables/pearmut_answers.h"

#include <fmt/format.h>

#include <map>
#include <tuple>
#include <utility>
#include <vector>

#include "core/input/formats/json_record.h"

namespace mtgauge {
namespace {

namespace dom = simdjson::dom;

constexpr std::string_view kAnnotation = "annotation", kUser = "user_id", kItemId = "item_id",
                           kPlace = "item_i";

// Returns a text or a whole number as text; empty if it is neither.
std::string IdAt(const dom::object& record, std::string_view key) {
  std::string_view text;
  int64_t number = 0;
  if (record[key].get(text) == simdjson::SUCCESS) return std::string(text);
  return record[key].get(number) == simdjson::SUCCESS ? std::to_string(number) : "";
}

bool HasKeys(const dom::object& record) {
  return record[kAnnotation].error() == simdjson::SUCCESS &&
         record[kUser].error() == simdjson::SUCCESS;
}

std::string_view WholeText(const JudgementFile& file) {
  const char* const begin = file.lines.front().data();
  const std::string_view last = file.lines.back();
  return {begin, static_cast<size_t>(last.data() + last.size() - begin)};
}

bool IsReset(const dom::object& entry) { return IdAt(entry, kAnnotation) == "__RESET__"; }

bool IsPractice(std::string_view name) {
  return name.starts_with("welcome_") || name.starts_with("random_") ||
         name.starts_with("goodbye_");
}

// Without an id, the whole item but its translations is one.
std::string IdOfItem(const dom::object& item) {
  std::string id = IdAt(item, kItemId);
  if (!id.empty()) return id;
  for (const dom::key_value_pair field : item) {
    if (field.key == "tgt") continue;
    id += fmt::format("{}{}={}", id.empty() ? "" : " ", field.key, simdjson::minify(field.value));
  }
  return id;
}

struct Entry {
  size_t line;
  std::string campaign;
  dom::object record;
};

// An answer that owns its names.
struct OwnAnswer {
  size_t line;
  std::string campaign, user, model, item;
  dom::object of_item, answer;
};

// The answers that count, one for each user and output, in order of the first one.
class Answers {
 public:
  void Add(OwnAnswer answer) {
    const auto [known, is_new] =
        places_.try_emplace({answer.campaign, answer.user, answer.model, answer.item}, all_.size());
    if (is_new) {
      all_.push_back(std::move(answer));
    } else {
      all_[known->second] = std::move(answer);
    }
  }
  const std::vector<OwnAnswer>& all() const { return all_; }

 private:
  std::map<std::tuple<std::string, std::string, std::string, std::string>, size_t> places_;
  std::vector<OwnAnswer> all_;
};

Status AddEntry(const std::string& file, const Entry& entry, Answers& answers) {
  dom::array annotation, items;
  if (entry.record[kAnnotation].get(annotation) != simdjson::SUCCESS ||
      entry.record["item"].get(items) != simdjson::SUCCESS || annotation.size() != items.size()) {
    return InputError({file, entry.line},
                      "an entry whose 'annotation' and 'item' are not lists of equal length",
                      "use the file as Pearmut writes it");
  }
  if (IsPractice(IdAt(entry.record, kPlace))) return OkStatus();
  auto item = items.begin();
  for (const dom::element of_models : annotation) {
    dom::object of_item, models;
    const bool both =
        (*item).get(of_item) == simdjson::SUCCESS && of_models.get(models) == simdjson::SUCCESS;
    ++item;
    if (!both) continue;  // null: not answered
    const std::string id = IdOfItem(of_item);
    if (IsPractice(id)) continue;
    for (const dom::key_value_pair of_model : models) {
      dom::object answer;
      if (of_model.value.get(answer) != simdjson::SUCCESS) continue;
      answers.Add({entry.line, entry.campaign, IdAt(entry.record, kUser), std::string(of_model.key),
                   id, of_item, answer});
    }
  }
  return OkStatus();
}

// Adds entries without those that a later reset of their user voids.
Status AddEntries(const std::string& file, const std::vector<Entry>& entries, Answers& answers) {
  const auto user_of = [](const Entry& entry) {
    return std::pair(entry.campaign, IdAt(entry.record, kUser));
  };
  std::map<std::pair<std::string, std::string>, size_t> reset;
  for (size_t i = 0; i < entries.size(); ++i) {
    if (IsReset(entries[i].record)) reset[user_of(entries[i])] = i;
  }
  for (size_t i = 0; i < entries.size(); ++i) {
    const auto of_user = reset.find(user_of(entries[i]));
    if (of_user != reset.end() && i <= of_user->second) continue;
    MTG_RETURN_IF_ERROR(AddEntry(file, entries[i], answers));
  }
  return OkStatus();
}

// Returns the entries of a download. Their line is that of the file.
Result<std::vector<Entry>> EntriesOfDownload(const JudgementFile& file, dom::parser& parser) {
  MTG_ASSIGN_OR_RETURN(const dom::object campaigns,
                       ParseRecord(file.name, {WholeText(file), 1}, parser));
  std::vector<Entry> entries;
  for (const dom::key_value_pair campaign : campaigns) {
    dom::array list;
    if (campaign.value.get(list) != simdjson::SUCCESS) continue;
    for (const dom::element value : list) {
      dom::object record;
      if (value.get(record) != simdjson::SUCCESS) continue;
      entries.push_back({1, campaigns.size() > 1 ? std::string(campaign.key) : "", record});
    }
  }
  return entries;
}

bool IsLinesOfEntries(const JudgementFile& file) {
  dom::parser parser;
  const auto record = ParseRecord(file.name, {file.lines.front(), 1}, parser);
  return record.ok() && HasKeys(*record);
}

}  // namespace

bool IsPearmut(const JudgementFile& file) {
  if (!file.is_json) return false;
  if (IsLinesOfEntries(file)) return true;
  dom::parser parser;
  const std::string_view text = WholeText(file);
  dom::object campaigns;
  if (parser.parse(text.data(), text.size(), false).get(campaigns) != simdjson::SUCCESS) {
    return false;
  }
  for (const dom::key_value_pair campaign : campaigns) {
    dom::array list;
    if (campaign.value.get(list) != simdjson::SUCCESS) return false;
    for (const dom::element value : list) {
      dom::object entry;
      return value.get(entry) == simdjson::SUCCESS && HasKeys(entry);
    }
  }
  return false;
}

Status ForEachAnswer(const JudgementFile& file,
                     const std::function<Status(const PearmutAnswer&)>& take) {
  // A parser for each line, since all entries are needed at once.
  const bool lines = IsLinesOfEntries(file);
  std::vector<dom::parser> parsers(lines ? file.lines.size() : 1);
  std::vector<Entry> entries;
  if (!lines) {
    MTG_ASSIGN_OR_RETURN(entries, EntriesOfDownload(file, parsers.front()));
  }
  for (size_t i = 0; lines && i < parsers.size(); ++i) {
    MTG_ASSIGN_OR_RETURN(const dom::object record,
                         ParseRecord(file.name, {file.lines[i], i + 1}, parsers[i]));
    entries.push_back({i + 1, "", record});
  }
  Answers answers;
  MTG_RETURN_IF_ERROR(AddEntries(file.name, entries, answers));
  for (const OwnAnswer& of : answers.all()) {
    MTG_RETURN_IF_ERROR(
        take({of.line, of.campaign, of.user, of.model, of.item, of.of_item, of.answer}));
  }
  return OkStatus();
}

std::string_view DocumentOfPearmut(std::string_view item) {
  const size_t at = item.rfind(kPearmutSeparator);
  return at == std::string_view::npos ? std::string_view() : item.substr(0, at);
}

}  // namespace mtgauge
