// Functions that the JSON formats share.
#include "core/report/forms/json_output.h"

#include <utility>

#include "core/report/configuration.h"
#include "core/report/write_options.h"

namespace mtgauge {

namespace {

// Returns true or false for a switch, a value or null for an option with one value, a list for a
// list, and a list of lists for an option that can be given several times.
Json ValueJson(const OptionRecord& record) {
  if (MayStandAlone(record.kind) && (record.uses.empty() || record.uses.front().empty())) {
    return !record.uses.empty();
  }
  if (record.kind == OptionKind::kList) {
    return record.uses.size() == 1 ? Json(record.uses.front()) : Json(record.uses);
  }
  if (record.uses.empty()) return {};
  const std::string& text = record.uses.front().front();
  const bool number = record.kind != OptionKind::kText && IsPlainNumber(text);
  return number ? Json::parse(text) : Json(text);
}

}  // namespace

std::string DumpJson(const Json& json, int indent) {
  return json.dump(indent, ' ', false, Json::error_handler_t::replace);
}

Json DetailsJson(const std::vector<Detail>& details) {
  Json json = Json::object();
  for (const Detail& detail : details) {
    std::visit([&](const auto& value) { json[detail.name] = value; }, detail.value);
  }
  return json;
}

Json ConfigJson(const WriteOptions& options) {
  const Configuration& configuration = options.configuration;
  Json step;
  step["verb"] = configuration.verb;
  step[std::string(kReferencesKey)] = configuration.references;
  for (const OptionRecord& record : configuration.options) step[record.key] = ValueJson(record);
  Json metrics = Json::array();
  for (const MetricRecord& metric : configuration.metrics) {
    Json json = {{"spec", metric.spec}, {"options", Json::object()}};
    for (const auto& [name, value] : metric.options) json["options"][name] = value;
    metrics.push_back(std::move(json));
  }
  Json json;
  json["version"] = std::string(kVersion);
  json["step"] = std::move(step);
  json["metrics"] = std::move(metrics);
  return json;
}

Json ScaleJson(double scale) { return scale > 0 ? Json(scale) : Json(); }

Json DirectionJson(bool ranks, bool higher_is_better) {
  return ranks ? Json(higher_is_better) : Json();
}

Json TextOrNull(std::string_view text) { return text.empty() ? Json() : Json(std::string(text)); }

void to_json(Json& json, const Interval& interval) {
  json = Json::array({interval.low, interval.high});
}

}  // namespace mtgauge
