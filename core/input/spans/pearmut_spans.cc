// Pearmut's annotations (core/input/tables/pearmut_answers.h). Offsets count UTF-16 units, and ends
// are inclusive.
#include <fmt/format.h>

#include "core/input/spans/span_forms.h"
#include "core/input/tables/pearmut_answers.h"

namespace mtgauge {
namespace {

constexpr ErrorKeys kPearmutKeys = {"start_i", "end_i", "category"};

// Divides DOCUMENT_#_ITEM, if the id has this form.
JudgedText PearmutOutput(const PearmutAnswer& of) {
  const std::string_view document = DocumentOfPearmut(of.item);
  const std::string_view item =
      document.empty() ? of.item : of.item.substr(document.size() + kPearmutSeparator.size());
  return {std::string(of.campaign), std::string(of.model), std::string(document),
          std::string(item)};
}

Status ParsePearmut(const SpanFile& file, SpanCollector& collector) {
  collector.CountUtf16();
  return ForEachAnswer(file.table, [&](const PearmutAnswer& of) -> Status {
    const auto spans = ListField(of.answer, "error_spans");
    if (!spans) return OkStatus();
    const auto targets = ObjectField(of.of_item, "tgt");
    SpanCollector::Texts texts;
    if (targets) texts.target = TextField(*targets, of.model);
    if (!texts.target) {
      return InputError({file.table.name, of.line},
                        fmt::format("the item '{:.60}' has no text of '{:.60}'", of.item, of.model),
                        "offsets in UTF-16 units need the text in 'tgt'");
    }
    MTG_RETURN_IF_ERROR(collector.Begin(of.line, PearmutOutput(of), std::string(of.user), texts));
    return AddErrors(file.table.name, of.line, *spans, kPearmutKeys, collector);
  });
}

}  // namespace

const SpanForm kPearmutSpans = {"pearmut", SpanEnd::kInclusive,
                                [](const SpanFile& file) { return IsPearmut(file.table); },
                                ParsePearmut};

}  // namespace mtgauge
