// Writes a Comparison as JSON, mtgauge.compare/1: all digits, and all conventions in words.
#include <string_view>

#include "core/report/compare/comparison_fields.h"
#include "core/report/compare/comparison_writer.h"
#include "core/report/write_options.h"
#include "core/significance/conventions.h"

namespace mtgauge {
namespace {

std::string_view TestInWords(TestKind test) {
  switch (test) {
    case TestKind::kBootstrap:
      return "paired bootstrap";
    case TestKind::kRandomization:
      return "approximate randomization";
    case TestKind::kWilcoxon:
      return "Wilcoxon signed rank";
    case TestKind::kWald:
      break;
  }
  return "Wald";
}

}  // namespace

Json ConventionsJson(const Comparison& comparison) {
  const CompareOptions& options = comparison.options;
  const bool bootstrap = options.test == TestKind::kBootstrap;
  const bool named = options.baseline && !comparison.metrics.empty();
  Json json;
  json["test"] = TestInWords(options.test);
  json["null"] = bootstrap ? Json(NameOf(kNullRules, options.null)) : Json();
  json["side"] = options.clusters == ClusterRule::kWmt25 ? "one-sided" : "two-sided";
  json["ties"] = NameOf(kTieRules, options.ties);
  json["add_one"] = true;
  json["resamples"] = options.resamples;
  json["seed"] = options.seed;
  json["generator"] = NameOf(kGenerators, options.generator);
  json["unit"] = NameOf(kUnits, options.unit);
  json["correction"] = NameOf(kCorrections, options.correction);
  json["family"] =
      options.baseline ? "pairs of one metric with the baseline" : "pairs of one metric";
  json["level"] = options.alpha;
  json["interval"] = NameOf(kIntervalKinds, options.interval);
  json["interval_level"] = 1 - options.alpha;
  json["sampling"] = NameOf(kSamplings, options.sampling);
  json["clusters"] = NameOf(kClusterRules, options.clusters);
  json["clusters_from"] = "p_adjusted";
  json["baseline"] =
      named ? Json(comparison.metrics.front().systems[*options.baseline].name) : Json();
  if (options.margin) json["margin"] = *options.margin;
  json["power"] = options.power;
  if (!options.mean.empty()) json["mean"] = options.mean;
  json["arithmetic"] = !options.sacrebleu ? "native" : options.numpy2 ? "numpy-2" : "numpy-1";
  return json;
}

Json ComparisonJson(const Comparison& comparison, const WriteOptions& options) {
  return AnswerJson("mtgauge.compare/1", comparison, options);
}

std::string CompareJson(const Comparison& comparison, const WriteOptions& options) {
  return DumpJson(ComparisonJson(comparison, options), 1) + '\n';
}

}  // namespace mtgauge
