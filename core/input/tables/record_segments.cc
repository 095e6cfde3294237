// Checks the values of a record, and makes its segments.
#include "core/input/tables/record_segments.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <system_error>

#include "core/base/printing.h"
#include "core/input/group_values.h"
#include "core/input/tables/row_source.h"

namespace mtgauge {

using Kind = FieldValue::Kind;

std::optional<ListPath> SplitElement(std::string_view path) {
  const size_t open = path.rfind('[');
  if (open == path.npos || open == 0 || !path.ends_with(']')) return std::nullopt;
  const std::string_view digits = path.substr(open + 1, path.size() - open - 2);
  ListPath split{path.substr(0, open)};
  const char* const end = digits.data() + digits.size();
  const auto [stop, error] = std::from_chars(digits.data(), end, split.element);
  if (digits.empty() || error != std::errc() || stop != end) return std::nullopt;
  return split;
}

void RecordLayout::SetList(size_t size, const OpenOptions& options) {
  list = true;
  elements = options.elements > 0 ? options.elements : std::max<size_t>(size, 1);
}

void RecordLayout::SetGroups(const OpenOptions& options) {
  groups = FindFields(fields, options.by);
  groups_may_lack = options.by_may_lack;
  if (std::find(groups.begin(), groups.end(), "system") != groups.end()) system.reset();
}

Status RecordSegments::CheckList(uint64_t line, size_t elements) const {
  constexpr size_t kMostReferences = 10'000;
  if (elements > kMostReferences) {
    return InputError(
        {file_, line},
        fmt::format("{} references in '{}', more than {}", elements, layout_.text, kMostReferences),
        "write fewer references for each segment");
  }
  if (layout_.list && elements <= layout_.elements) return OkStatus();
  if (layout_.role != Role::kReference) {
    return InputError({file_, line}, fmt::format("the field '{}' is a list", layout_.text),
                      "write one text per record, and put each system into its own field or file");
  }
  return InputError({file_, line},
                    fmt::format("{} in '{}', but the first record has {}",
                                Counted(elements, "reference"), layout_.text, layout_.elements),
                    "pad the list of the first record with null");
}

Status RecordSegments::CheckOneText(uint64_t line, std::string_view field) const {
  const auto names = TextNames(layout_.role);
  if (layout_.chosen || field == layout_.text ||
      std::find(names.begin(), names.end(), field) == names.end()) {
    return OkStatus();
  }
  return InputError({file_, line},
                    fmt::format("the record has both '{}' and '{}'", layout_.text, field),
                    fmt::format("choose one, as in {}:{}", file_, layout_.text));
}

Status RecordSegments::Add(const RecordFields& record, std::span<BlockFiller> fillers) {
  Segment segment;
  if (!layout_.rows_are_lines) segment.line = record.line;
  if (!record.id.names() || !record.document.names()) return NameError(record.line);
  segment.id = record.id.text;
  segment.document = record.document.text;
  if (!layout_.groups.empty()) MTG_RETURN_IF_ERROR(SetGroup(record, segment));
  if (layout_.key.empty()) {
    if (layout_.system) MTG_RETURN_IF_ERROR(CheckSystem(record.line, record.system));
  } else if (!record.system.names()) {
    return NameError(record.line);
  }
  const std::string_view system = layout_.key.empty() ? "" : record.system.text;
  // JSON is UTF-8, or has been refused.
  if (layout_.rows_are_lines) {
    MTG_RETURN_IF_ERROR(CheckNames(file_, record.line, segment, system));
  }
  if (fillers.size() == 1) {
    MTG_RETURN_IF_ERROR(SetText(record.line, record.texts.front(), segment));
    fillers.front().Add(segment, system);
    return OkStatus();
  }
  segments_.assign(fillers.size(), segment);
  for (size_t i = 0; i < fillers.size(); ++i) {
    MTG_RETURN_IF_ERROR(SetText(record.line, record.texts[i], segments_[i]));
  }
  for (size_t i = 0; i < fillers.size(); ++i) fillers[i].Add(segments_[i], system);
  return OkStatus();
}

Status RecordSegments::AddText(uint64_t line, const FieldValue& text, bool is_line,
                               BlockFiller& filler) const {
  if (is_line && text.kind == Kind::kText) {
    filler.AddLine(text.text, line);
    return OkStatus();
  }
  Segment segment;
  segment.line = line;
  MTG_RETURN_IF_ERROR(SetText(line, text, segment));
  filler.Add(segment);
  return OkStatus();
}

Status RecordSegments::SetText(uint64_t line, const FieldValue& value, Segment& segment) const {
  if (value.kind == Kind::kText) {
    segment.text = value.text;
    return OkStatus();
  }
  if (value.kind != Kind::kMissing && value.kind != Kind::kNull) {
    return InputError(
        {file_, line}, fmt::format("the field '{}' is not a string", layout_.text),
        fmt::format("write a string{}",
                    layout_.role == Role::kReference ? ", or null if it is missing" : ""));
  }
  if (layout_.role != Role::kReference) {
    return InputError({file_, line}, fmt::format("the field '{}' is missing or null", layout_.text),
                      "add it to every record; an empty text is \"\"");
  }
  segment.missing = true;
  return OkStatus();
}

Status RecordSegments::NameError(uint64_t line) const {
  return InputError({file_, line},
                    "an id, document or system is neither a string nor a whole number of 64 bits",
                    "write it as a string");
}

// Sets the name of the record's group, from a value for each field.
Status RecordSegments::SetGroup(const RecordFields& record, Segment& segment) {
  names_.resize(layout_.groups.size());
  for (size_t g = 0; g < names_.size(); ++g) {
    if (record.groups[g].kind == Kind::kOther) {
      return InputError({file_, record.line},
                        fmt::format("the field '{}' is a list or an object", layout_.groups[g]),
                        "choose one with texts or numbers");
    }
    const bool is_nan = record.groups[g].kind == Kind::kFraction && record.groups[g].text == "nan";
    names_[g] = is_nan ? std::string_view() : record.groups[g].text;
    if (names_[g].empty() && !layout_.groups_may_lack)
      return NoGroupError(file_, record.line, layout_.groups[g]);
  }
  if (names_.size() == 1) segment.group = names_.front();
  if (names_.size() > 1) segment.group = group_ = JoinValues(names_);
  return OkStatus();
}

// Refuses files with records of several systems, which would be scored as one.
Status RecordSegments::CheckSystem(uint64_t line, const FieldValue& value) const {
  if (value.kind == Kind::kMissing) return OkStatus();
  if (value.kind == Kind::kText && value.text == *layout_.system) return OkStatus();
  return InputError(
      {file_, line},
      fmt::format("the system is not '{}', the one of the first record", *layout_.system),
      "put each system into its own file, or join records with `key` FIELD");
}

}  // namespace mtgauge
