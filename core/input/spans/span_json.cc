// Values of JSON in files of spans.
#include <fmt/format.h>

#include <algorithm>

#include "core/input/formats/json_record.h"
#include "core/input/spans/span_forms.h"

namespace mtgauge {
namespace {

namespace dom = simdjson::dom;

template <typename Value>
std::optional<Value> FieldAs(const JsonObject& object, std::string_view key) {
  Value value;
  if (object[key].get(value) != simdjson::SUCCESS) return std::nullopt;
  return value;
}

// The texts that Appraise writes in place of both offsets.
bool IsMissingPlace(const JsonObject& error, const ErrorKeys& keys) {
  return TextField(error, keys.start) == "missing" || TextField(error, keys.end) == "missing";
}

// Returns whether the error is in the source; nothing if it is on an unknown side.
std::optional<bool> IsInSource(const JsonObject& error) {
  bool flag = false;
  if (error["is_source_error"].get(flag) == simdjson::SUCCESS) return flag;
  const std::string_view side = TextField(error, "side").value_or("target");
  if (side == "source" || side == "src") return true;
  if (side == "target" || side == "tgt") return false;
  return std::nullopt;
}

Status AddError(const std::string& file, size_t line, const JsonObject& error,
                const ErrorKeys& keys, SpanCollector& collector) {
  if (IsMissingPlace(error, keys)) {
    collector.AddOmission();
    return OkStatus();
  }
  SpanCollector::Raw raw;
  raw.severity = TextField(error, "severity").value_or("");
  raw.category = TextField(error, keys.category).value_or("");
  const std::optional<bool> in_source = IsInSource(error);
  if (!in_source) {
    return InputError(
        {file, line},
        fmt::format("the side '{:.40}' of a span", TextField(error, "side").value_or("")),
        "write \"side\": \"target\" or \"source\"");
  }
  raw.in_source = *in_source;
  const std::optional<int64_t> start = NumberField(error, keys.start),
                               end = NumberField(error, keys.end);
  if (start && end) {
    raw.start = *start;
    raw.end = *end;
    return collector.Add(line, raw);
  }
  const auto text = TextField(error, "text");
  const auto marked = text ? text : TextField(error, "span");
  if (!start && !end && marked) return collector.AddText(line, *marked, raw);
  return InputError(
      {file, line},
      fmt::format("a span whose {} is not a whole number", start ? keys.end : keys.start),
      fmt::format("write offsets, as in {{\"{}\": 3, \"{}\": 8}}", keys.start, keys.end));
}

}  // namespace

std::optional<JsonObject> ObjectField(const JsonObject& object, std::string_view key) {
  return FieldAs<dom::object>(object, key);
}
std::optional<dom::array> ListField(const JsonObject& object, std::string_view key) {
  return FieldAs<dom::array>(object, key);
}
std::optional<std::string_view> TextField(const JsonObject& object, std::string_view key) {
  return FieldAs<std::string_view>(object, key);
}
std::optional<int64_t> NumberField(const JsonObject& object, std::string_view key) {
  return FieldAs<int64_t>(object, key);
}

std::string IdField(const JsonObject& object, std::string_view key) {
  if (const auto text = TextField(object, key)) return std::string(*text);
  const auto number = NumberField(object, key);
  return number ? std::to_string(*number) : std::string();
}

Status ForEachRecord(const SpanFile& file,
                     const std::function<Status(size_t line, const JsonObject& record)>& take) {
  dom::parser parser;
  for (size_t i = 0; i < file.table.lines.size(); ++i) {
    const std::string_view text = file.table.lines[i];
    if (text.find_first_not_of(" \t\r") == std::string_view::npos) continue;
    MTG_ASSIGN_OR_RETURN(const JsonObject record,
                         ParseRecord(file.table.name, {text, i + 1}, parser));
    MTG_RETURN_IF_ERROR(take(i + 1, record));
  }
  return OkStatus();
}

bool FirstRecordHas(const SpanFile& file, std::initializer_list<std::string_view> keys) {
  dom::parser parser;
  JsonObject record;
  if (!file.json_lines ||
      parser.parse(file.table.lines[0].data(), file.table.lines[0].size(), false).get(record) !=
          simdjson::SUCCESS) {
    return false;
  }
  return std::all_of(keys.begin(), keys.end(), [&](std::string_view key) {
    return record[key].error() == simdjson::SUCCESS;
  });
}

Status AddErrors(const std::string& file, size_t line, const dom::array& errors,
                 const ErrorKeys& keys, SpanCollector& collector) {
  for (const dom::element value : errors) {
    JsonObject error;
    if (value.get(error) != simdjson::SUCCESS) {
      return InputError({file, line}, "an error span that is not an object",
                        fmt::format("write it as {{\"{}\": 3, \"{}\": 8, \"severity\": \"minor\"}}",
                                    keys.start, keys.end));
    }
    MTG_RETURN_IF_ERROR(AddError(file, line, error, keys, collector));
  }
  return OkStatus();
}

}  // namespace mtgauge
