// Ratings of mt-metrics-eval. Files .seg.rating have lines SYSTEM <tab> RATING [<tab> RATER], where
// a rating is {"errors": [...]}, or None if nobody rated the segment; lines of a system are
// segments in order, here numbered from 1. Its records for themselves are JSON Lines with texts,
// whose segment_id counts from 0. Ends are exclusive.

#include <map>

#include "core/input/formats/json_record.h"
#include "core/input/spans/span_forms.h"

namespace mtgauge {
namespace {

namespace dom = simdjson::dom;

constexpr std::string_view kNone = "None", kErrors = "errors";

bool IsRating(std::string_view field) { return field == kNone || field.starts_with("{\"errors\""); }

Status ParseRatings(const SpanFile& file, SpanCollector& collector) {
  std::map<std::string_view, size_t> segments;
  dom::parser parser;
  for (size_t r = 0; r < file.table.rows.size(); ++r) {
    const Fields& row = file.table.rows[r];
    if (row.size() < 2 || row.size() > 3 || !IsRating(row[1])) {
      return InputError({file.table.name, r + 1}, "not a system and its rating",
                        "write SYSTEM, a tab, and {\"errors\": [...]} or None");
    }
    const size_t segment = ++segments[row[0]];
    if (row[1] == kNone) continue;
    MTG_ASSIGN_OR_RETURN(const JsonObject rating,
                         ParseRecord(file.table.name, {row[1], r + 1}, parser));
    const auto errors = ListField(rating, kErrors);
    if (!errors) {
      return InputError({file.table.name, r + 1}, "the errors are not a list",
                        "write [] where there is no error");
    }
    const JudgedText output = {"", std::string(row[0]), "", std::to_string(segment)};
    const std::string rater(row.size() > 2 ? row[2] : "");
    MTG_RETURN_IF_ERROR(collector.Begin(r + 1, output, rater, {}));
    MTG_RETURN_IF_ERROR(AddErrors(file.table.name, r + 1, *errors, kUsualKeys, collector));
  }
  return OkStatus();
}

Status ParseRatingRecords(const SpanFile& file, SpanCollector& collector) {
  return ForEachRecord(file, [&](size_t line, const JsonObject& record) -> Status {
    const auto segment = NumberField(record, "segment_id");
    const auto errors = ListField(record, kErrors);
    const std::string system = IdField(record, "system_id");
    if (!segment || *segment < 0 || *segment == INT64_MAX || !errors || system.empty()) {
      return InputError({file.table.name, line},
                        "a rating without a number 'segment_id', a 'system_id' or a list 'errors'",
                        "give every record all three");
    }
    const std::string source = IdField(record, "src_lang"), target = IdField(record, "tgt_lang");
    const std::string pair = source.empty() || target.empty() ? "" : source + '-' + target;
    MTG_RETURN_IF_ERROR(collector.Begin(
        line, {pair, system, IdField(record, "document_id"), std::to_string(*segment + 1)},
        IdField(record, "rater_id"),
        {TextField(record, "hypothesis"), TextField(record, "source")}));
    return AddErrors(file.table.name, line, *errors, kUsualKeys, collector);
  });
}

}  // namespace

const SpanForm kRatingSpans = {"rating", SpanEnd::kExclusive,
                               [](const SpanFile& file) {
                                 return !file.table.is_json && file.table.rows[0].size() > 1 &&
                                        IsRating(file.table.rows[0][1]);
                               },
                               ParseRatings};

const SpanForm kRatingRecords = {
    "rating", SpanEnd::kExclusive,
    [](const SpanFile& file) {
      return FirstRecordHas(file, {"hypothesis", kErrors, "system_id"});
    },
    ParseRatingRecords};

}  // namespace mtgauge
