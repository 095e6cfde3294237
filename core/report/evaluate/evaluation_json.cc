// Writes an EvaluationSet as JSON, mtgauge.meta/1, with all digits.
#include "core/report/evaluate/evaluation_fields.h"
#include "core/significance/evaluation_conventions.h"

namespace mtgauge {

Json ConventionsJson(const EvaluationSet& set) {
  const EvaluateOptions& options = set.options;
  Json json;
  json["test"] = NameOf(kMetricTests, options.test);
  json["side"] = "one-sided";
  json["ties"] = "at-least";
  json["resamples"] = options.resamples;
  json["seed"] = options.seed;
  json["resampled"] = NameOf(kResampledUnits, options.units);
  json["interval"] = "percentile";
  json["level"] = options.alpha;
  json["correction"] = NameOf(kCorrections, options.correction);
  json["clusters"] = NameOf(kClusterRules, options.clusters);
  json["unit"] = set.of_documents ? "document" : "segment";
  json["segments"] = set.judged_segments ? "judged" : "all";
  json["grouping"] =
      options.measure.grouping ? Json(NameOf(kGroupings, *options.measure.grouping)) : Json();
  json["average"] = options.measure.average.by_size ? "size" : "groups";
  json["undefined"] = options.measure.average.nan_is_zero ? "zero" : "skip";
  json["threshold"] = options.measure.threshold;
  json["score_ties"] = NameOf(kScoreTies, options.ties);
  json["spa"] = {{"ties", NameOf(kSpaTies, options.measure.spa_ties)}, {"systems", "by name"}};
  json["good"] = options.measure.good;
  if (options.measure.error_free) json["error_free"] = true;
  json["differentials"] = "the system that people prefer first";
  return json;
}

std::string EvaluationJson(const EvaluationSet& set, const WriteOptions& options) {
  return DumpJson(AnswerJson("mtgauge.meta/1", set, options), 1) + '\n';
}

}  // namespace mtgauge
