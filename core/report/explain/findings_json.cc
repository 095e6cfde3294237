// Writes Findings as JSON, mtgauge.explain/1, with all counts.
#include <utility>

#include "core/base/version.h"
#include "core/report/compare/comparison_fields.h"
#include "core/report/explain/findings_writer.h"
#include "core/report/forms/json_output.h"

namespace mtgauge {
namespace {

Json BucketsJson(const SegmentBuckets& buckets) {
  Json kinds = Json::array();
  for (size_t kind = 0; kind < buckets.names.size(); ++kind) {
    kinds.push_back({{"name", buckets.names[kind]}, {"segments", buckets.segments[kind]}});
  }
  Json json;
  json["by"] = buckets.by;
  json["label"] = buckets.label;
  json["kinds"] = std::move(kinds);
  json["metrics"] = buckets.metrics;
  return json;
}

Json HistogramJson(const SegmentHistogram& histogram, const std::vector<std::string>& systems) {
  Json counts = Json::array();
  for (size_t s = 0; s < systems.size(); ++s) {
    counts.push_back({{"name", systems[s]}, {"counts", histogram.counts[s]}});
  }
  Json json;
  json["by"] = histogram.by;
  json["kinds"] = histogram.names;
  json["systems"] = std::move(counts);
  return json;
}

Json KindJson(const WordKind& kind, const std::vector<std::string>& names) {
  Json systems = Json::array();
  for (size_t s = 0; s < names.size(); ++s) {
    const WordCounts& counts = kind.systems[s];
    Json system;
    system["name"] = names[s];
    system["hypothesis"] = counts.hypothesis;
    system["matches"] = counts.matches;
    system["precision"] = PrecisionOf(counts);
    system["recall"] = RecallOf(kind, counts);
    system["f1"] = F1Of(kind, counts);
    systems.push_back(std::move(system));
  }
  Json json;
  json["name"] = kind.name;
  json["reference"] = kind.reference;
  json["systems"] = std::move(systems);
  return json;
}

Json WordsJson(const WordTable& table, const std::vector<std::string>& systems) {
  Json kinds = Json::array();
  for (const WordKind& kind : table.kinds) kinds.push_back(KindJson(kind, systems));
  Json json;
  json["by"] = table.by;
  json["label"] = table.label;
  json["kinds"] = std::move(kinds);
  return json;
}

Json NgramsJson(const std::vector<NgramDifference>& ngrams) {
  Json list = Json::array();
  for (const NgramDifference& ngram : ngrams) {
    Json json;
    json["ngram"] = ngram.ngram;
    json["score"] = ngram.score;
    json["a"] = ngram.a;
    json["b"] = ngram.b;
    json["reference"] = ngram.reference;
    json["segments"] = ngram.segments;
    list.push_back(std::move(json));
  }
  return list;
}

Json ErrorsJson(const SystemErrors& errors, const std::string& system) {
  const auto side = [](const ErrorCounts& counts, const char* missing) {
    Json json;
    json["inflection"] = counts.inflection;
    json["order"] = counts.order;
    json["lexical"] = counts.lexical;
    json[missing] = counts.missing;
    return json;
  };
  Json json;
  json["system"] = system;
  json["reference_words"] = errors.reference_words;
  json["hypothesis_words"] = errors.hypothesis_words;
  json["reference"] = side(errors.reference, "missing");
  json["hypothesis"] = side(errors.hypothesis, "extra");
  return json;
}

Json ExamplesJson(const Findings& findings, const ExampleTable& table,
                  const std::vector<SegmentDifference>& segments) {
  Json list = Json::array();
  for (const SegmentDifference& difference : segments) {
    const SegmentTexts& texts = findings.segments[difference.segment];
    const std::string* reference = texts.FirstReference();
    Json json;
    json["segment"] = difference.segment;
    json["id"] = findings.ids.empty() ? Json() : Json(findings.ids[difference.segment]);
    json["a"] = difference.a;
    json["b"] = difference.b;
    json["difference"] = difference.a - difference.b;
    json["reference"] = reference == nullptr ? Json() : Json(*reference);
    json["a_text"] = texts.hypotheses[table.a];
    json["b_text"] = texts.hypotheses[table.b];
    list.push_back(std::move(json));
  }
  return list;
}

Json SpansJson(const Findings& findings) {
  Json list = Json::array();
  for (size_t i = 0; i < findings.spans.size(); ++i) {
    for (const ShownSpan& span : findings.spans[i]) {
      Json json;
      json["segment"] = i;
      json["system"] = findings.systems[span.system];
      json["marked_by"] = findings.markers[span.marked_by];
      json["rater"] = span.rater;
      json["start"] = span.start;
      json["end"] = span.end;
      json["severity"] = span.severity;
      json["category"] = span.category;
      list.push_back(std::move(json));
    }
  }
  return list;
}

}  // namespace

std::string FindingsJson(const Findings& findings, const WriteOptions& options) {
  Json json;
  json["schema"] = "mtgauge.explain/1";
  json["version"] = std::string(kVersion);
  json["segments"] = findings.comparison.segments;
  json["systems"] = findings.systems;
  json["words_by"] = {{"tokenizer", findings.tokenizer},
                      {"lowercase", findings.lowercase},
                      {"base_forms", findings.base_forms}};
  json["citation"] = findings.citation;
  json["comparison"] = ComparisonJson(findings.comparison, options);
  const auto add = [&](const char* name, const auto& parts, const auto& to_json) {
    Json list = Json::array();
    for (size_t i = 0; i < parts.size(); ++i) list.push_back(to_json(i));
    json[name] = std::move(list);
  };
  add("details", findings.details, [&](size_t m) {
    Json systems = Json::object();
    for (size_t s = 0; s < findings.systems.size(); ++s) {
      systems[findings.systems[s]] = DetailsJson(findings.details[m][s]);
    }
    return Json{{"metric", findings.metrics[m]}, {"systems", std::move(systems)}};
  });
  add("buckets", findings.buckets, [&](size_t i) { return BucketsJson(findings.buckets[i]); });
  add("histograms", findings.histograms,
      [&](size_t i) { return HistogramJson(findings.histograms[i], findings.systems); });
  add("words", findings.words,
      [&](size_t i) { return WordsJson(findings.words[i], findings.systems); });
  add("ngrams", findings.ngrams, [&](size_t i) {
    const NgramDifferences& table = findings.ngrams[i];
    return Json{{"a", findings.systems[table.a]},
                {"b", findings.systems[table.b]},
                {"a_better", NgramsJson(table.a_better)},
                {"b_better", NgramsJson(table.b_better)}};
  });
  add("errors", findings.errors,
      [&](size_t i) { return ErrorsJson(findings.errors[i], findings.systems[i]); });
  add("checks", findings.checks, [&](size_t i) {
    const BrokenOutputs& check = findings.checks[i];
    Json systems = Json::object();
    for (size_t s = 0; s < findings.systems.size(); ++s) {
      systems[findings.systems[s]] = check.found[s];
    }
    return Json{{"check", check.check}, {"found", std::move(systems)}};
  });
  add("examples", findings.examples, [&](size_t i) {
    const ExampleTable& table = findings.examples[i];
    return Json{{"metric", findings.metrics.front()},
                {"a", findings.systems[table.a]},
                {"b", findings.systems[table.b]},
                {"a_better", ExamplesJson(findings, table, table.a_better)},
                {"b_better", ExamplesJson(findings, table, table.b_better)}};
  });
  if (!findings.markers.empty()) json["spans"] = SpansJson(findings);
  return DumpJson(json, 1) + '\n';
}

}  // namespace mtgauge
