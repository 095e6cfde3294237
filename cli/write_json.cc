// JSON: one object for a report, one line per segment for segments. Strings that are not UTF-8
// (file names) get U+FFFD, so that the output is JSON whatever the names.
#include <nlohmann/json.hpp>
#include <variant>

#include "cli/report_writer.h"
#include "core/base/version.h"

namespace mtgauge {
namespace {

using Json = nlohmann::ordered_json;

std::string Dump(const Json& json, int indent) {
  return json.dump(indent, ' ', false, Json::error_handler_t::replace);
}

Json ScoreJson(const MetricScore& score) {
  Json details = Json::object();
  for (const Detail& detail : score.details) {
    std::visit([&](const auto& value) { details[detail.name] = value; }, detail.value);
  }
  Json json = {{"metric", score.metric},
               {"score", score.score},
               {"scale", score.scale},
               {"higher_is_better", score.higher_is_better},
               {"signature", score.signature}};
  json["equals"] = score.equals.empty() ? Json() : Json(score.equals);
  json["details"] = std::move(details);
  return json;
}

Json WarningsJson(const Report& report) {
  Json warnings = Json::array();
  for (const Warning& warning : report.warnings) {
    Json json;
    json["code"] = warning.code;
    json["system"] = warning.system.empty() ? Json() : Json(warning.system);
    json["message"] = warning.message;
    warnings.push_back(std::move(json));
  }
  return warnings;
}

Json SystemsJson(const Report& report) {
  Json systems = Json::array();
  for (const SystemReport& system : report.systems) {
    Json scores = Json::array();
    for (const MetricScore& score : system.scores) scores.push_back(ScoreJson(score));
    Json json;
    json["name"] = system.name;
    json["scores"] = std::move(scores);
    systems.push_back(std::move(json));
  }
  return systems;
}

// Puts each line together from parts that are made once: this runs once per segment.
class JsonSegmentWriter final : public SegmentWriter {
 public:
  explicit JsonSegmentWriter(const Job& job) : metrics_(job.metrics().size()) {
    const std::vector<std::string> labels = MetricLabels(job);
    for (size_t s = 0; s < job.names().hyps.size(); ++s) {
      for (size_t m = 0; m < metrics_; ++m) {
        std::string key = m > 0 ? "," : s > 0 ? "}," : "";
        if (m == 0) key += Dump(job.names().hyps[s], -1) + ":{";
        keys_.push_back(key + Dump(labels[m], -1) + ':');
      }
    }
  }

  void Begin(std::string&) override {}

  void Append(const Delivery& delivery, std::string& out) override {
    for (const SegmentScores& segment : delivery.segments) AppendSegment(segment, out);
  }

 private:
  void AppendSegment(const SegmentScores& segment, std::string& out) const {
    out += "{\"segment\":" + std::to_string(segment.index + 1);
    if (!segment.id.empty()) out += ",\"id\":" + Dump(segment.id, -1);
    if (!segment.document.empty()) out += ",\"document\":" + Dump(segment.document, -1);
    if (segment.excluded) {
      out += ",\"skipped\":true,\"scores\":null}\n";
      return;
    }
    out += ",\"scores\":{";
    for (size_t cell = 0; cell < keys_.size(); ++cell) {
      out += keys_[cell];
      out += ShortestDouble(segment.scores[cell]);
    }
    out += "}}}\n";
  }

  size_t metrics_;
  std::vector<std::string> keys_;  // what stands before each score
};

}  // namespace

std::string WriteJson(const Report& report, const WriteOptions& options) {
  Json json = {{"schema", "mtgauge.score/1"},
               {"version", std::string(kVersion)},
               {"segments", report.segments}};
  if (report.skipped > 0) json["skipped"] = report.skipped;
  if (report.replaced > 0) json["replaced"] = report.replaced;
  json["config"] = Json::object();
  for (const auto& entry : options.config) {
    Json& value = json["config"][entry.first];
    std::visit([&](const auto& held) { value = held; }, entry.second);
  }
  json["warnings"] = WarningsJson(report);
  json["systems"] = SystemsJson(report);
  return Dump(json, 1) + '\n';
}

std::unique_ptr<SegmentWriter> JsonSegments(const Job& job, const WriteOptions&) {
  return std::make_unique<JsonSegmentWriter>(job);
}

}  // namespace mtgauge
