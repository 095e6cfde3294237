// Functions that the JSON formats share. In strings that are not UTF-8 (file names), invalid bytes
// become U+FFFD, so that the output is always valid JSON. Numbers that are not finite become null.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "core/base/version.h"
#include "core/fields/fields.h"
#include "core/report/write_options.h"
#include "mtgauge/score.h"

namespace mtgauge {

// indent is -1 for output on one line.
std::string DumpJson(const Json& json, int indent);
// Returns "configuration": the version, the step as in a job file, and all options of each metric.
Json ConfigJson(const WriteOptions& options);
// Returns the details of a score, by name.
Json DetailsJson(const std::vector<Detail>& details);
// Returns null if there is no perfect score.
Json ScaleJson(double scale);
// Returns null if neither higher nor lower scores are better.
Json DirectionJson(bool ranks, bool higher_is_better);
// Returns null for an empty text.
Json TextOrNull(std::string_view text);
// The JSON library calls this. An interval is a list of both ends.
void to_json(Json& json, const Interval& interval);

// Returns a list of make(0), make(1), ...
template <typename Make>
Json ListOf(size_t count, const Make& make) {
  Json list = Json::array();
  for (size_t i = 0; i < count; ++i) list.push_back(make(i));
  return list;
}

// Returns the records of a list, each as a Part, which is described with the `whole` it is of.
template <typename Part, typename Whole, typename Record>
Json PartsOf(const Whole& whole, const std::vector<Record>& records) {
  return ListOf(records.size(), [&](size_t i) { return Part{whole, records[i]}; });
}

// Returns a list of parts that are known by their numbers: Part{whole, 0}, Part{whole, 1}, ...
template <typename Part, typename Whole>
Json Numbered(size_t count, const Whole& whole) {
  return ListOf(count, [&](size_t i) { return Part{whole, i}; });
}

// Describes a value of a Record that contains Parts, such as a list of them.
template <typename Record, typename Part>
constexpr Field<Record> OfParts(std::string_view name, std::string_view help,
                                Json (*get)(const Record&), Empty empty = Empty::kWritten) {
  return {name, help, get, empty, FieldTexts<Part>};
}

template <>
inline constexpr auto kFields<Warning> = std::to_array<Field<Warning>>({
    Of<&Warning::code>("code", "identifier that stays the same in all versions"),
    Of<&Warning::system>("system", "system; null if it concerns the whole run", Empty::kNull),
    Of<&Warning::message>("message", "one sentence that says what to do"),
});

// The place of what AnswerJson() adds.
template <typename Answer>
inline constexpr Field<Answer> kConfiguration = {
    "configuration", "version, step of a job file and options of each metric",
    [](const Answer&) { return Json(); }};

// Returns an answer with its schema, version and configuration.
template <typename Answer>
Json AnswerJson(std::string_view schema, const Answer& answer, const WriteOptions& options) {
  Json json = {{"schema", schema}, {"version", kVersion}};
  json.update(Json(answer));
  json["configuration"] = ConfigJson(options);
  return json;
}

}  // namespace mtgauge
