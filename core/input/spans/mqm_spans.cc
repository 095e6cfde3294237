// MQM's marked errors, as in google/wmt-mqm-human-evaluation: a row for each error, with the span
// between <v> and </v> in the source or the target, or a row without an error. The places are those
// in the text without these tags.
#include <absl/strings/ascii.h>
#include <fmt/format.h>

#include "core/base/printing.h"
#include "core/input/spans/span_forms.h"
#include "core/input/tables/mqm_weights.h"
#include "core/text/utf8.h"

namespace mtgauge {
namespace {

constexpr std::string_view kOpen = "<v>", kClose = "</v>";

std::optional<size_t> MqmColumn(const Fields& header, std::string_view title) {
  for (size_t c = 0; c < header.size(); ++c) {
    if (absl::AsciiStrToLower(std::string(header[c])) == title) return c;
  }
  return std::nullopt;
}

struct MqmSpanColumns {
  size_t system, item, category, severity, source, target;
  std::optional<size_t> document, annotator;
};

std::optional<MqmSpanColumns> MqmColumnsOf(const Fields& header) {
  const auto system = FindColumn(header, Title::kSystem), source = MqmColumn(header, "source"),
             target = MqmColumn(header, "target"), category = MqmColumn(header, "category"),
             severity = MqmColumn(header, "severity");
  auto item = MqmColumn(header, "seg_id");
  if (!item) item = FindColumn(header, Title::kItem);
  if (!system || !item || !source || !target || !category || !severity) return std::nullopt;
  auto document = MqmColumn(header, "doc");
  if (!document) document = FindColumn(header, Title::kDocument);
  return MqmSpanColumns{*system, *item,   *category, *severity,
                        *source, *target, document,  FindColumn(header, Title::kAnnotator)};
}

int64_t CharactersOf(std::string_view text) {
  int64_t count = 0;
  for (size_t at = 0; at < text.size(); at += DecodeAt(text, at).length) ++count;
  return count;
}

// The text without its tags, and the place between them.
struct TaggedText {
  std::string text;
  std::optional<std::pair<int64_t, int64_t>> span;
};

// Returns nothing if the tags are not one pair.
std::optional<TaggedText> WithoutTags(std::string_view text) {
  const size_t open = text.find(kOpen), close = text.find(kClose);
  if (open == text.npos && close == text.npos) return TaggedText{std::string(text), std::nullopt};
  if (open == text.npos || close == text.npos || close < open) return std::nullopt;
  const std::string_view before = text.substr(0, open),
                         marked = text.substr(open + kOpen.size(), close - open - kOpen.size()),
                         after = text.substr(close + kClose.size());
  if (after.find(kOpen) != after.npos || marked.find(kOpen) != marked.npos) return std::nullopt;
  TaggedText out = {std::string(before), std::pair(CharactersOf(before), int64_t{0})};
  out.span->second = out.span->first + CharactersOf(marked);
  out.text.append(marked).append(after);
  return out;
}

Status ParseMqmSpans(const SpanFile& file, SpanCollector& collector) {
  const MqmSpanColumns columns = *MqmColumnsOf(file.table.rows[0]);
  const size_t width = file.table.rows[0].size();
  for (size_t r = 1; r < file.table.rows.size(); ++r) {
    const Fields& row = file.table.rows[r];
    if (row.size() < width) {
      return InputError(
          {file.table.name, r + 1},
          fmt::format("{}, but the header has {}", Counted(row.size(), "column"), width),
          "every line needs all columns of the header");
    }
    const auto source = WithoutTags(row[columns.source]), target = WithoutTags(row[columns.target]);
    if (!source || !target) {
      return InputError({file.table.name, r + 1}, "the tags <v> and </v> are not one pair",
                        "mark one error per row");
    }
    MTG_RETURN_IF_ERROR(
        collector.Continue(r + 1,
                           {"", std::string(row[columns.system]),
                            columns.document ? std::string(row[*columns.document]) : "",
                            std::string(row[columns.item])},
                           columns.annotator ? std::string(row[*columns.annotator]) : "",
                           {target->text, source->text}));
    if (MarksNoError(row[columns.severity])) continue;
    const bool in_source = source->span.has_value();
    const auto& span = in_source ? source->span : target->span;
    if (!span || span->first == span->second) {
      collector.AddOmission();
      continue;
    }
    SpanCollector::Raw raw = {span->first, span->second, row[columns.severity],
                              row[columns.category], in_source};
    if (collector.ends_are_inclusive()) --raw.end;  // the tags say where it is, whatever `end` says
    MTG_RETURN_IF_ERROR(collector.Add(r + 1, raw));
  }
  return OkStatus();
}

}  // namespace

const SpanForm kMqmSpans = {"mqm", SpanEnd::kExclusive,
                            [](const SpanFile& file) {
                              return !file.table.is_json &&
                                     MqmColumnsOf(file.table.rows[0]).has_value();
                            },
                            ParseMqmSpans};

}  // namespace mtgauge
