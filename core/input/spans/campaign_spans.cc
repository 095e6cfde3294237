// WMT's campaigns as JSON Lines, one record per segment: `doc_id`, `tgt_text` of {SYSTEM: TEXT},
// and `scores` of {SYSTEM: ...}, which is {human1, errors1, annotator1, ...} with a number for each
// round (WMT25), or a list of {score, errors, annotator} (WMT24). Ends are inclusive, as in
// Appraise. Every round is a judgement of its own.
#include <fmt/format.h>

#include "core/input/spans/span_forms.h"

namespace mtgauge {
namespace {

namespace dom = simdjson::dom;

constexpr std::string_view kCampaignErrors = "errors";

// PAIR_#_DOMAIN_#_DOCUMENT_#_SEGMENT, where the names of documents are unique over the domains.
JudgedText OutputOf(std::string_view id, std::string_view system) {
  constexpr std::string_view kSeparator = "_#_";
  const size_t first = id.find(kSeparator), last = id.rfind(kSeparator);
  if (first == std::string_view::npos) return {"", std::string(system), "", std::string(id)};
  std::string_view document = id.substr(0, last);
  if (const size_t before = document.rfind(kSeparator); before != document.npos) {
    document.remove_prefix(before + kSeparator.size());
  }
  return {std::string(id.substr(0, first)), std::string(system), std::string(document),
          std::string(id.substr(last + kSeparator.size()))};
}

struct CampaignRecord {
  const SpanFile& file;
  size_t line;
  std::string id;
  std::optional<JsonObject> targets;
  std::optional<std::string_view> source;
};

Status AddRound(const CampaignRecord& record, std::string_view system, std::string rater,
                const dom::array& errors, SpanCollector& collector) {
  SpanCollector::Texts texts;
  texts.source = record.source;
  if (record.targets) texts.target = TextField(*record.targets, system);
  MTG_RETURN_IF_ERROR(
      collector.Begin(record.line, OutputOf(record.id, system), std::move(rater), texts));
  return AddErrors(record.file.table.name, record.line, errors, kAppraiseKeys, collector);
}

Status AddRounds(const CampaignRecord& record, std::string_view system, const JsonObject& scores,
                 SpanCollector& collector) {
  for (const dom::key_value_pair field : scores) {
    dom::array errors;
    if (!field.key.starts_with(kCampaignErrors) || field.value.get(errors) != simdjson::SUCCESS) {
      continue;
    }
    const std::string round(field.key.substr(kCampaignErrors.size()));
    const std::string who = IdField(scores, fmt::format("annotator{}", round));
    MTG_RETURN_IF_ERROR(AddRound(record, system,
                                 fmt::format("{}{}{}", round, who.empty() ? "" : " ", who), errors,
                                 collector));
  }
  return OkStatus();
}

Status AddList(const CampaignRecord& record, std::string_view system, const dom::array& judged,
               SpanCollector& collector) {
  size_t number = 0;
  for (const dom::element value : judged) {
    JsonObject one;
    ++number;
    if (value.get(one) != simdjson::SUCCESS) continue;
    const auto errors = ListField(one, kCampaignErrors);
    if (!errors) continue;
    MTG_RETURN_IF_ERROR(AddRound(record, system,
                                 fmt::format("{} {}", number, IdField(one, "annotator")), *errors,
                                 collector));
  }
  return OkStatus();
}

Status ParseCampaign(const SpanFile& file, SpanCollector& collector) {
  return ForEachRecord(file, [&](size_t line, const JsonObject& fields) -> Status {
    const std::string id = IdField(fields, "doc_id");
    const auto scores = ObjectField(fields, "scores");
    if (id.empty() || !scores) {
      return InputError({file.table.name, line}, "a segment without 'doc_id' or 'scores'",
                        "give every record both");
    }
    const CampaignRecord record = {file, line, id, ObjectField(fields, "tgt_text"),
                                   TextField(fields, "src_text")};
    for (const dom::key_value_pair system : *scores) {
      JsonObject rounds;
      dom::array list;
      if (system.value.get(rounds) == simdjson::SUCCESS) {
        MTG_RETURN_IF_ERROR(AddRounds(record, system.key, rounds, collector));
      } else if (system.value.get(list) == simdjson::SUCCESS) {
        MTG_RETURN_IF_ERROR(AddList(record, system.key, list, collector));
      }
    }
    return OkStatus();
  });
}

}  // namespace

const SpanForm kCampaignSpans = {"wmt25", SpanEnd::kInclusive,
                                 [](const SpanFile& file) {
                                   return FirstRecordHas(file, {"scores", "doc_id"});
                                 },
                                 ParseCampaign};

}  // namespace mtgauge
