// JSON Lines: a record with lists of texts is a group.
#include <fmt/format.h>
#include <simdjson.h>

#include <algorithm>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "core/base/split.h"
#include "core/input/formats/json_record.h"
#include "core/input/groups/list_format.h"
#include "core/input/groups/own_texts.h"

namespace mtgauge {
namespace {

namespace dom = simdjson::dom;

class JsonGroups final : public GroupReader {
 public:
  JsonGroups(std::unique_ptr<LineReader> lines, ListFields fields)
      : lines_(std::move(lines)), fields_(std::move(fields)) {}

  Result<std::optional<PairGroup>> Next() override {
    std::optional<Row> row;
    do {
      MTG_ASSIGN_OR_RETURN(row, lines_->Next());
      if (!row) return std::optional<PairGroup>();
    } while (IsBlankLine(row->text));
    const std::string& file = lines_->source().name();
    MTG_ASSIGN_OR_RETURN(const dom::object record, ParseRecord(file, *row, parser_));
    OwnTexts texts;
    MTG_ASSIGN_OR_RETURN(const bool has_hypotheses,
                         TakeTexts(*row, record, fields_.hypotheses, fields_.kHypothesisNames,
                                   false, texts.hypotheses));
    if (!has_hypotheses) return fields_.NoHypothesesError(file, row->line);
    MTG_ASSIGN_OR_RETURN(const bool has_references,
                         TakeTexts(*row, record, fields_.references, fields_.kReferenceNames,
                                   fields_.lists_of_references, texts.references));
    if (!has_references && !fields_.references.empty()) {
      return fields_.NoReferencesError(file, row->line);
    }
    const bool compared = !texts.hypotheses.empty();
    if (compared && had_references_.value_or(has_references) != has_references) {
      return InputError({file, row->line},
                        has_references ? "it has references, but the records before have none"
                                       : "it has no references, but the records before have some",
                        "give references to every record, or to none");
    }
    if (compared) had_references_ = has_references;
    const std::string place = fmt::format("{}:{}", file, row->line);
    ++groups_;
    PairGroup group = GroupOf(NameOf(record), place, std::move(texts), has_references);
    MTG_RETURN_IF_ERROR(names_.Add(group.name, file, row->line));
    MTG_RETURN_IF_ERROR(TakeWeights(*row, record, group.weights));
    return group;
  }
  std::vector<InputWarning> warnings() const override { return lines_->source().warnings(); }

 private:
  // Takes the chosen field, or else the one that has one of the names and, with `lists`, a list.
  Result<bool> TakeTexts(const Row& row, const dom::object& record, const std::string& chosen,
                         std::span<const std::string_view> names, bool lists,
                         std::vector<std::string>& texts) const {
    if (!chosen.empty()) {
      const std::optional<dom::element> field = FindPath(record, chosen);
      if (field) MTG_RETURN_IF_ERROR(AddTexts(row, chosen, *field, texts));
      return field.has_value();
    }
    std::string_view found;
    for (const dom::key_value_pair field : record) {
      if (std::find(names.begin(), names.end(), field.key) == names.end()) continue;
      if (lists && !field.value.is_array()) continue;
      if (!found.empty()) {
        return fields_.TwoFieldsError(lines_->source().name(), row.line, found, field.key);
      }
      found = field.key;
      MTG_RETURN_IF_ERROR(AddTexts(row, field.key, field.value, texts));
    }
    return !found.empty();
  }

  // Adds a text, or those of a list.
  Status AddTexts(const Row& row, std::string_view name, const dom::element& value,
                  std::vector<std::string>& texts) const {
    const std::string& file = lines_->source().name();
    dom::array list;
    std::string_view text;
    if (value.get(text) == simdjson::SUCCESS) {
      texts.emplace_back(text);
      return OkStatus();
    }
    if (value.get(list) != simdjson::SUCCESS) {
      return BadRow(file, row.line, fmt::format("the field '{}' is not a list", name),
                    "write a list of strings");
    }
    for (const dom::element element : list) {
      if (element.get(text) != simdjson::SUCCESS) {
        return BadRow(file, row.line,
                      fmt::format("the list '{}' holds something other than strings", name),
                      "write a list of strings");
      }
      texts.emplace_back(text);
    }
    return OkStatus();
  }

  Status TakeWeights(const Row& row, const dom::object& record,
                     std::vector<double>& weights) const {
    if (fields_.weights.empty()) return OkStatus();
    const auto bad = [&] {
      return BadRow(lines_->source().name(), row.line,
                    fmt::format("the field '{}' is not a list of numbers", fields_.weights),
                    "write a number for each reference");
    };
    dom::array list;
    if (record.at_key(fields_.weights).get(list) != simdjson::SUCCESS) return bad();
    for (const dom::element element : list) {
      if (element.get(weights.emplace_back()) != simdjson::SUCCESS) return bad();
    }
    return OkStatus();
  }

  std::string NameOf(const dom::object& record) const {
    std::string_view name;
    int64_t number = 0;
    const auto id = record.at_key("id");
    if (id.get(name) == simdjson::SUCCESS) return std::string(name);
    if (id.get(number) == simdjson::SUCCESS) return std::to_string(number);
    return std::to_string(groups_);
  }

  std::unique_ptr<LineReader> lines_;
  ListFields fields_;
  dom::parser parser_;
  uint64_t groups_ = 0;
  std::optional<bool> had_references_;  // the last group with hypotheses
  GroupNames names_;
};

Result<std::unique_ptr<GroupReader>> OpenJsonGroups(const GroupFiles& files,
                                                    std::unique_ptr<LineReader> lines) {
  MTG_ASSIGN_OR_RETURN(ListFields fields, ListFields::Of(files));
  return std::make_unique<JsonGroups>(std::move(lines), std::move(fields));
}

// A chosen field has lists; otherwise the texts of all records are one group.
bool Detect(const Row& first, const std::string& column) {
  const size_t at = first.text.find_first_not_of(" \t");
  if (at == std::string_view::npos || first.text[at] != '{') return false;
  if (column.empty()) return true;
  dom::parser parser;
  const Result<dom::object> record = ParseRecord("", first, parser);
  const auto field = record.ok() ? FindPath(*record, column) : std::nullopt;
  return field && field->is_array();
}

}  // namespace

extern const ListFormatRow kJsonGroups;
const ListFormatRow kJsonGroups = {"jsonl", Detect, OpenJsonGroups};

}  // namespace mtgauge
