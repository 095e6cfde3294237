// The fields of an answer, each described once: its name, what it means, and where its value is.
//
// The table kFields<Record> describes a record. JSON is a loop over the table; TSV
// (core/fields/table.h) and the reference of all fields (docs/answers.md) follow from it too:
//
//   template <>
//   inline constexpr auto kFields<Warning> = std::to_array<Field<Warning>>({
//       Of<&Warning::code>("code", "what the warning is about, the same in all versions"),
//       Of<&Warning::system>("system", "system; null if it concerns the run", Empty::kNull)});
//
// A table stands above those of the records that contain its record.
#pragma once

#include <array>
#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace mtgauge {

// Keeps its fields in order.
using Json = nlohmann::ordered_json;

// What stands in JSON for an empty value: no value, an empty text or list, or a count of 0.
enum class Empty { kWritten, kNull, kOmitted };

// What a field means. The path leads through records and lists: "systems.interval".
struct FieldText {
  std::string path, help;
};

template <typename Record>
struct Field {
  std::string_view name;
  std::string_view help;
  Json (*get)(const Record&);
  Empty empty = Empty::kWritten;
  std::vector<FieldText> (*inner)() = nullptr;  // of the record, or the list of records, in it
};

// Specialized for each record by the table of its fields.
template <typename Record>
inline constexpr int kFields = 0;

template <typename Record>
concept HasFields = requires {
  kFields<Record>.size();
};

inline bool IsEmpty(const Json& value) {
  if (value.is_string()) return value.get_ref<const std::string&>().empty();
  return value.is_number_unsigned() ? value == 0u : value.empty();
}

// Json(record) calls this, for records in lists and in other records too.
template <HasFields Record>
void to_json(Json& json, const Record& record) {
  json = Json::object();
  for (const Field<Record>& field : kFields<Record>) {
    Json value = field.get(record);
    const bool empty = IsEmpty(value);
    if (empty && field.empty == Empty::kOmitted) continue;
    if (empty && field.empty == Empty::kNull) value = nullptr;
    json[field.name] = std::move(value);
  }
}

// Returns the texts of all fields, each before those of the fields in it.
template <HasFields Record>
std::vector<FieldText> FieldTexts() {
  std::vector<FieldText> texts;
  for (const Field<Record>& field : kFields<Record>) {
    const std::string name(field.name);
    texts.push_back({name, std::string(field.help)});
    if (field.inner == nullptr) continue;
    for (const FieldText& text : field.inner())
      texts.push_back({name + '.' + text.path, text.help});
  }
  return texts;
}

template <typename Value>
Json JsonOf(const Value& value) {
  return Json(value);
}
template <typename Value>
Json JsonOf(const std::optional<Value>& value) {
  return value ? Json(*value) : Json();
}

// The type of the values in a list or an optional.
template <typename Value>
struct Inner {
  using Type = Value;
};
template <typename Value>
struct Inner<std::vector<Value>> : Inner<Value> {};
template <typename Value>
struct Inner<std::optional<Value>> : Inner<Value> {};

template <typename Record, typename Value>
Record RecordOf(Value Record::*member);
template <typename Record, typename Value>
Value ValueOf(Value Record::*member);

// Describes a member: Of<&Warning::code>("code", "...").
template <auto member, typename Record = decltype(RecordOf(member))>
constexpr Field<Record> Of(std::string_view name, std::string_view help,
                           Empty empty = Empty::kWritten) {
  Field<Record> field = {name, help, [](const Record& record) { return JsonOf(record.*member); },
                         empty};
  using Inside = typename Inner<decltype(ValueOf(member))>::Type;
  if constexpr (HasFields<Inside>) field.inner = FieldTexts<Inside>;
  return field;
}

}  // namespace mtgauge
