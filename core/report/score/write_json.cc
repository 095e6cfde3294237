// Writes JSON: one object for a report, or one line for each of its scores; for segments, one line
// per segment.
#include <algorithm>
#include <utility>

#include "core/base/printing.h"
#include "core/input/group_values.h"
#include "core/report/score/group_means.h"
#include "core/report/score/report_fields.h"
#include "core/report/score/report_writer.h"
#include "core/score/delivery.h"
#include "core/score/metric_labels.h"
#include "core/score/segment_details.h"

namespace mtgauge {
namespace {

// Returns a text for one field, or a list for several.
Json GroupJson(const std::vector<std::string>& of_fields) {
  return of_fields.size() == 1 ? Json(of_fields.front()) : Json(of_fields);
}

// Returns the values of a mean, with null for the field that it is over.
Json MeanJson(const GroupMean& mean) {
  Json values = Json::array();
  values.push_back(nullptr);
  for (const std::string& value : mean.values) values.push_back(value);
  return values;
}

void AppendGroups(const GroupedReport& grouped, Json& json) {
  const std::vector<std::string> fields = SplitFields(grouped.by);
  json["by"] = GroupJson(fields);
  Json groups = Json::array();
  for (const GroupReport& group : grouped.groups) {
    groups.push_back({{"name", GroupJson(SplitValues(group.name, fields.size()))},
                      {"segments", group.segments},
                      {"systems", group.systems}});
  }
  json["groups"] = std::move(groups);
  // Unweighted means over the groups.
  if (fields.size() == 1) {
    json["macro_average"] = {{"groups", grouped.groups.size()}, {"systems", grouped.macro}};
    return;
  }
  json["means"] = Json::array();
  for (const GroupMean& mean : MeansOverFirst(grouped)) {
    json["means"].push_back(
        {{"name", MeanJson(mean)}, {"groups", mean.groups.size()}, {"systems", mean.systems}});
  }
}

bool Passes(const GateVerdict& gate, const std::string& system, const MetricScore& score) {
  return std::none_of(gate.failures.begin(), gate.failures.end(), [&](const GateFailure& failure) {
    return failure.system == system && failure.metric == score.metric &&
           failure.signature == score.signature;
  });
}

// Appends one line for each score; `of` says which segments it is over. The gate is null for scores
// that it does not cover.
void AppendLines(const std::vector<SystemReport>& systems, uint64_t segments, const Json& of,
                 const GateVerdict* gate, std::string& out) {
  for (const SystemReport& system : systems) {
    for (const MetricScore& score : system.scores) {
      Json json = {{"schema", "mtgauge.score.line/1"}, {"system", system.name}};
      json.update(of);
      if (!system.references.empty()) json["references"] = system.references;
      json.update(Json(score));
      json["segments"] = segments;
      if (gate != nullptr) json["gate_passed"] = Passes(*gate, system.name, score);
      out += DumpJson(json, -1) + '\n';
    }
  }
}

void AppendNumbers(int64_t value, std::string& out) { out += std::to_string(value); }
void AppendNumbers(double value, std::string& out) { AppendDouble(value, out); }
template <typename Number>
void AppendNumbers(const std::vector<Number>& values, std::string& out) {
  for (size_t i = 0; i < values.size(); ++i) {
    out += i == 0 ? '[' : ',';
    AppendNumbers(values[i], out);
  }
  out += values.empty() ? "[]" : "]";
}

// Appends details on one line without building a tree, because this runs for every segment.
void AppendDetails(const std::vector<Detail>& details, std::string& out) {
  out += '{';
  for (const Detail& detail : details) {
    if (&detail != &details.front()) out += ',';
    out += DumpJson(detail.name, -1) + ':';
    std::visit([&](const auto& value) { AppendNumbers(value, out); }, detail.value);
  }
  out += '}';
}

// Assembles each line from prepared parts, because this runs for every segment.
class JsonSegmentWriter final : public SegmentWriter {
 public:
  JsonSegmentWriter(const Job& job, const WriteOptions& options, const SegmentLabels& called,
                    bool details)
      : job_(job),
        by_group_(options.by_group),
        kept_(called.kept),
        fields_(called.fields.size()),
        details_(details) {
    const std::vector<std::string> labels = MetricLabels(job);
    for (size_t s = 0; s < job.names().hyps.size(); ++s) {
      for (size_t m = 0; m < labels.size(); ++m) {
        std::string key = m > 0 ? "," : s > 0 ? "}," : "";
        if (m == 0) key += DumpJson(called.systems[s], -1) + ":{";
        keys_.push_back(key + DumpJson(labels[m], -1) + ':');
      }
    }
  }

  bool WantsRows() const override { return details_; }

  void Append(const Delivery& delivery, std::string& out) const override {
    for (size_t i = 0; i < delivery.segments.size(); ++i) AppendSegment(delivery, i, out);
  }

 private:
  void AppendSegment(const Delivery& delivery, size_t i, std::string& out) const {
    const SegmentScores& segment = delivery.segments[i];
    if (by_group_) {
      out += "{\"group\":" + DumpJson(GroupJson(SplitValues(segment.document, fields_)), -1);
    } else {
      AppendNames(segment, out);
      AppendKept(delivery, i, out);
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
    if (details_) out += "}},\"details\":{";
    for (size_t cell = 0; details_ && cell < keys_.size(); ++cell) {
      out += keys_[cell];
      AppendDetails(DetailsOf(job_, delivery, i, cell), out);
    }
    out += "}}}\n";
  }

  void AppendKept(const Delivery& delivery, size_t i, std::string& out) const {
    const std::vector<std::string> values = KeptValues(delivery, i, kept_.size());
    for (size_t k = 0; k < values.size(); ++k) {
      out += (k == 0 ? ",\"kept\":{" : ",") + DumpJson(kept_[k], -1) + ':' +
             DumpJson(TextOrNull(values[k]), -1);
    }
    if (!values.empty()) out += '}';
  }

  static void AppendNames(const SegmentScores& segment, std::string& out) {
    out += "{\"segment\":" + std::to_string(segment.index + 1);
    if (!segment.id.empty()) out += ",\"id\":" + DumpJson(segment.id, -1);
    if (!segment.document.empty()) out += ",\"document\":" + DumpJson(segment.document, -1);
  }

  const Job& job_;
  bool by_group_;
  std::vector<std::string> kept_;
  size_t fields_;  // number of fields of the groups
  bool details_;
  std::vector<std::string> keys_;  // the text before each score
};

}  // namespace

std::string WriteJson(const Report& report, const WriteOptions& options) {
  Json json = AnswerJson("mtgauge.score/1", report, options);
  if (report.grouped) AppendGroups(*report.grouped, json);
  return DumpJson(json, 1) + '\n';
}

std::string WriteJsonLines(const Report& report, const WriteOptions&) {
  std::string out;
  AppendLines(report.systems, report.segments, Json::object(),
              report.gate ? &*report.gate : nullptr, out);
  if (!report.grouped) return out;
  const GroupedReport& grouped = *report.grouped;
  const std::vector<std::string> fields = SplitFields(grouped.by);
  const Json by = GroupJson(fields);
  for (const GroupReport& group : grouped.groups) {
    const Json name = GroupJson(SplitValues(group.name, fields.size()));
    AppendLines(group.systems, group.segments, {{"by", by}, {"group", name}}, nullptr, out);
  }
  for (const GroupMean& mean : MeansOverFirst(grouped)) {
    AppendLines(mean.systems, mean.segments,
                {{"by", by}, {"group", MeanJson(mean)}, {"macro_average_of", mean.groups.size()}},
                nullptr, out);
  }
  AppendLines(grouped.macro, report.segments,
              {{"by", by}, {"macro_average_of", grouped.groups.size()}}, nullptr, out);
  return out;
}

std::unique_ptr<SegmentWriter> JsonSegments(const Job& job, const WriteOptions& options,
                                            const SegmentLabels& labels) {
  return std::make_unique<JsonSegmentWriter>(job, options, labels, false);
}

std::unique_ptr<SegmentWriter> JsonDetails(const Job& job, const WriteOptions& options,
                                           const SegmentLabels& labels) {
  return std::make_unique<JsonSegmentWriter>(job, options, labels, true);
}

}  // namespace mtgauge
