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

#include "core/input/formats/json_record.h"
#include "core/input/groups/list_format.h"
#include "core/input/groups/own_texts.h"

namespace mtgauge {
namespace {

namespace dom = simdjson::dom;

constexpr std::string_view kHypothesisNames[] = {"hyps", "hypotheses", "candidates",
                                                 "hyp",  "hypothesis", "translation"};
constexpr std::string_view kReferenceNames[] = {"refs", "references", "ref", "reference"};

bool IsBlank(std::string_view line) {
  return line.find_first_not_of(" \t\r") == std::string_view::npos;
}

class JsonGroups final : public GroupReader {
 public:
  JsonGroups(std::unique_ptr<LineReader> lines, std::string weights)
      : lines_(std::move(lines)), weights_(std::move(weights)) {}

  Result<std::optional<PairGroup>> Next() override {
    std::optional<Row> row;
    do {
      MTG_ASSIGN_OR_RETURN(row, lines_->Next());
      if (!row) return std::optional<PairGroup>();
    } while (IsBlank(row->text));
    const std::string& file = lines_->source().name();
    MTG_ASSIGN_OR_RETURN(const dom::object record, ParseRecord(file, *row, parser_));
    OwnTexts texts;
    MTG_ASSIGN_OR_RETURN(const bool has_hypotheses,
                         TakeTexts(*row, record, kHypothesisNames, texts.hypotheses));
    if (!has_hypotheses) {
      return BadRow(file, row->line, "there is no field 'hyps' with a list of texts",
                    "write records like {\"hyps\": [\"...\"], \"refs\": [\"...\"]}");
    }
    MTG_ASSIGN_OR_RETURN(const bool has_references,
                         TakeTexts(*row, record, kReferenceNames, texts.references));
    const std::string place = fmt::format("{}:{}", file, row->line);
    ++groups_;
    PairGroup group = GroupOf(NameOf(record), place, std::move(texts), has_references);
    MTG_RETURN_IF_ERROR(TakeWeights(*row, record, group.weights));
    return group;
  }
  std::vector<InputWarning> warnings() const override { return lines_->source().warnings(); }

 private:
  Result<bool> TakeTexts(const Row& row, const dom::object& record,
                         std::span<const std::string_view> names,
                         std::vector<std::string>& texts) const {
    const std::string& file = lines_->source().name();
    std::string_view chosen;
    for (const dom::key_value_pair field : record) {
      if (std::find(names.begin(), names.end(), field.key) == names.end()) continue;
      if (!chosen.empty()) {
        return BadRow(file, row.line,
                      fmt::format("the record has both '{}' and '{}'", chosen, field.key),
                      "leave out one");
      }
      chosen = field.key;
      dom::array list;
      std::string_view text;
      if (field.value.get(text) == simdjson::SUCCESS) {
        texts.emplace_back(text);
        continue;
      }
      if (field.value.get(list) != simdjson::SUCCESS) {
        return BadRow(file, row.line, fmt::format("the field '{}' is not a list", field.key),
                      "write a list of strings");
      }
      for (const dom::element element : list) {
        if (element.get(text) != simdjson::SUCCESS) {
          return BadRow(file, row.line,
                        fmt::format("the list '{}' holds something other than strings", field.key),
                        "write a list of strings");
        }
        texts.emplace_back(text);
      }
    }
    return !chosen.empty();
  }

  Status TakeWeights(const Row& row, const dom::object& record,
                     std::vector<double>& weights) const {
    if (weights_.empty()) return OkStatus();
    const auto bad = [&] {
      return BadRow(lines_->source().name(), row.line,
                    fmt::format("the field '{}' is not a list of numbers", weights_),
                    "write a number for each reference");
    };
    dom::array list;
    if (record.at_key(weights_).get(list) != simdjson::SUCCESS) return bad();
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
  std::string weights_;
  dom::parser parser_;
  uint64_t groups_ = 0;
};

Result<std::unique_ptr<GroupReader>> OpenJsonGroups(const GroupFiles& files,
                                                    std::unique_ptr<LineReader> lines) {
  if (!files.references.empty()) {
    return UsageError("these records hold their own references", "leave out the reference file");
  }
  return std::make_unique<JsonGroups>(std::move(lines), files.weights);
}

bool Detect(std::string_view line) {
  const size_t at = line.find_first_not_of(" \t");
  return at != std::string_view::npos && line[at] == '{';
}

}  // namespace

extern const ListFormatRow kJsonGroups;
const ListFormatRow kJsonGroups = {"jsonl", Detect, OpenJsonGroups};

}  // namespace mtgauge
