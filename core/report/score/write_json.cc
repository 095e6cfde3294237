// JSON: one object for a report, or one a line for each of its scores; one line per segment for
// segments.
#include <algorithm>
#include <utility>

#include "core/base/printing.h"
#include "core/base/version.h"
#include "core/report/forms/json_output.h"
#include "core/report/score/report_writer.h"
#include "core/score/delivery.h"
#include "core/score/metric_labels.h"

namespace mtgauge {
namespace {

void AppendResampled(const Resampled& resampled, Json& json) {
  if (resampled.interval) {
    json["confidence"] = {{"mean", resampled.interval->mean},
                          {"half_width", resampled.interval->half_width},
                          {"resamples", resampled.resamples},
                          {"seed", resampled.seed}};
  }
  if (resampled.paired) json["p_value"] = resampled.p ? Json(*resampled.p) : Json();
}

Json ScoreJson(const MetricScore& score) {
  Json json = {{"metric", score.metric},
               {"score", score.score},
               {"scale", ScaleJson(score.scale)},
               {"higher_is_better", score.higher_is_better},
               {"signature", score.signature}};
  json["equals"] = TextOrNull(score.equals);
  json["details"] = DetailsJson(score.details);
  if (score.resampled) AppendResampled(*score.resampled, json);
  return json;
}

Json SystemsJson(const std::vector<SystemReport>& reports) {
  Json systems = Json::array();
  for (const SystemReport& system : reports) {
    Json scores = Json::array();
    for (const MetricScore& score : system.scores) scores.push_back(ScoreJson(score));
    Json json;
    json["name"] = system.name;
    if (!system.references.empty()) json["references"] = system.references;
    json["scores"] = std::move(scores);
    systems.push_back(std::move(json));
  }
  return systems;
}

void AppendGroups(const GroupedReport& grouped, Json& json) {
  json["by"] = grouped.by;
  Json groups = Json::array();
  for (const GroupReport& group : grouped.groups) {
    groups.push_back({{"name", group.name},
                      {"segments", group.segments},
                      {"systems", SystemsJson(group.systems)}});
  }
  json["groups"] = std::move(groups);
  // The plain mean, each group counting the same.
  json["macro_average"] = {{"groups", grouped.groups.size()},
                           {"systems", SystemsJson(grouped.macro)}};
}

bool Passes(const GateVerdict& gate, const std::string& system, const MetricScore& score) {
  return std::none_of(gate.failures.begin(), gate.failures.end(), [&](const GateFailure& failure) {
    return failure.system == system && failure.metric == score.metric &&
           failure.signature == score.signature;
  });
}

// One line for each score; `of` tells what it is of. The gate is null for scores that it is not
// about.
void AppendLines(const std::vector<SystemReport>& systems, uint64_t segments, const Json& of,
                 const GateVerdict* gate, std::string& out) {
  for (const SystemReport& system : systems) {
    for (const MetricScore& score : system.scores) {
      Json json = {{"schema", "mtgauge.score.line/1"}, {"system", system.name}};
      json.update(of);
      if (!system.references.empty()) json["references"] = system.references;
      json.update(ScoreJson(score));
      json["segments"] = segments;
      if (gate != nullptr) json["gate_passed"] = Passes(*gate, system.name, score);
      out += DumpJson(json, -1) + '\n';
    }
  }
}

// Puts each line together from parts that are made once: this runs once per segment.
class JsonSegmentWriter final : public SegmentWriter {
 public:
  JsonSegmentWriter(const Job& job, const WriteOptions& options) : by_group_(options.by_group) {
    const std::vector<std::string> labels = MetricLabels(job);
    for (size_t s = 0; s < job.names().hyps.size(); ++s) {
      for (size_t m = 0; m < labels.size(); ++m) {
        std::string key = m > 0 ? "," : s > 0 ? "}," : "";
        if (m == 0) key += DumpJson(job.names().hyps[s], -1) + ":{";
        keys_.push_back(key + DumpJson(labels[m], -1) + ':');
      }
    }
  }

  void Append(const Delivery& delivery, std::string& out) const override {
    for (const SegmentScores& segment : delivery.segments) AppendSegment(segment, out);
  }

 private:
  void AppendSegment(const SegmentScores& segment, std::string& out) const {
    if (by_group_) {
      out += "{\"group\":" + DumpJson(segment.document, -1);
    } else {
      AppendNames(segment, out);
    }
    if (segment.excluded) {
      out += ",\"skipped\":true,\"scores\":null}\n";
      return;
    }
    out += ",\"scores\":{";
    for (size_t cell = 0; cell < keys_.size(); ++cell) {
      out += keys_[cell];
      AppendDouble(segment.scores[cell], out);
    }
    out += "}}}\n";
  }

  static void AppendNames(const SegmentScores& segment, std::string& out) {
    out += "{\"segment\":" + std::to_string(segment.index + 1);
    if (!segment.id.empty()) out += ",\"id\":" + DumpJson(segment.id, -1);
    if (!segment.document.empty()) out += ",\"document\":" + DumpJson(segment.document, -1);
  }

  bool by_group_;
  std::vector<std::string> keys_;  // what stands before each score
};

}  // namespace

std::string WriteJson(const Report& report, const WriteOptions& options) {
  Json json = {{"schema", "mtgauge.score/1"},
               {"version", std::string(kVersion)},
               {"segments", report.segments}};
  if (report.skipped > 0) json["skipped"] = report.skipped;
  if (report.replaced > 0) json["replaced"] = report.replaced;
  json["configuration"] = ConfigJson(options);
  json["warnings"] = WarningsJson(report.warnings);
  if (report.gate) json["gate"] = GateJson(*report.gate);
  json["systems"] = SystemsJson(report.systems);
  if (report.grouped) AppendGroups(*report.grouped, json);
  return DumpJson(json, 1) + '\n';
}

std::string WriteJsonLines(const Report& report, const WriteOptions&) {
  std::string out;
  AppendLines(report.systems, report.segments, Json::object(),
              report.gate ? &*report.gate : nullptr, out);
  if (!report.grouped) return out;
  const GroupedReport& grouped = *report.grouped;
  for (const GroupReport& group : grouped.groups) {
    AppendLines(group.systems, group.segments, {{"by", grouped.by}, {"group", group.name}}, nullptr,
                out);
  }
  AppendLines(grouped.macro, report.segments,
              {{"by", grouped.by}, {"macro_average_of", grouped.groups.size()}}, nullptr, out);
  return out;
}

std::unique_ptr<SegmentWriter> JsonSegments(const Job& job, const WriteOptions& options) {
  return std::make_unique<JsonSegmentWriter>(job, options);
}

}  // namespace mtgauge
