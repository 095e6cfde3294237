// The project's own JSON Lines, for judges without a form: a record for each output, such as
//
//   {"system": "A", "segment": 7, "text": "...", "spans": [{"start": 3, "end": 8, "severity":
//   "minor"}]}
//
// `document` and `item` may stand for `segment`; `rater`, `lang` and `source` may be there. A span
// may have a category and a side (target or source). With the text of the output, it may have a
// text instead of a place: the n-th one is its n-th occurrence. Ends are exclusive.
#include <fmt/format.h>

#include "core/input/spans/span_forms.h"

namespace mtgauge {
namespace {

constexpr std::string_view kSpans = "spans";

std::string OfTitle(const JsonObject& record, Title title) {
  for (const simdjson::dom::key_value_pair field : record) {
    if (IsTitle(field.key, title)) return IdField(record, field.key);
  }
  return "";
}

std::string PairOfRecord(const JsonObject& record) {
  const std::string pair = OfTitle(record, Title::kLanguagePair);
  return pair.empty() ? IdField(record, "lang") : pair;
}

Status ParseOwn(const SpanFile& file, SpanCollector& collector) {
  return ForEachRecord(file, [&](size_t line, const JsonObject& record) -> Status {
    const auto spans = ListField(record, kSpans);
    const std::string system = OfTitle(record, Title::kSystem),
                      item = OfTitle(record, Title::kItem);
    if (!spans || system.empty() || item.empty()) {
      return InputError({file.table.name, line},
                        fmt::format("a record without {}", !spans           ? "a list 'spans'"
                                                           : system.empty() ? "a 'system'"
                                                                            : "a 'segment'"),
                        "write {\"system\": \"A\", \"segment\": 1, \"spans\": []}");
    }
    MTG_RETURN_IF_ERROR(collector.Begin(
        line, {PairOfRecord(record), system, OfTitle(record, Title::kDocument), item},
        OfTitle(record, Title::kAnnotator),
        {TextField(record, "text"), TextField(record, "source")}));
    return AddErrors(file.table.name, line, *spans, kUsualKeys, collector);
  });
}

}  // namespace

const SpanForm kOwnSpans = {"spans", SpanEnd::kExclusive,
                            [](const SpanFile& file) { return FirstRecordHas(file, {kSpans}); },
                            ParseOwn};

}  // namespace mtgauge
