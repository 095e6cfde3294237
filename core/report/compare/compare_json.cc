// Writes a Comparison as JSON, mtgauge.compare/1: all digits, and all conventions in words.
#include "core/report/compare/compare_json.h"

#include <optional>
#include <utility>

#include "core/base/version.h"
#include "core/compare/conventions.h"
#include "core/report/compare/comparison_writer.h"
#include "core/report/write_options.h"

namespace mtgauge {
namespace {

template <typename Value>
Json OrNull(const std::optional<Value>& value) {
  return value ? Json(*value) : Json();
}

Json IntervalJson(const Interval& interval) { return Json::array({interval.low, interval.high}); }

std::string Word(std::string_view name) { return std::string(name); }

Json ConventionsJson(const Comparison& comparison) {
  const CompareOptions& options = comparison.options;
  const bool bootstrap = options.test == TestKind::kBootstrap;
  const bool named = options.baseline && !comparison.metrics.empty();
  Json json;
  json["test"] = bootstrap ? "paired bootstrap" : "approximate randomization";
  json["null"] = bootstrap ? Json(Word(NameOf(kNullRules, options.null))) : Json();
  json["side"] = "two-sided";
  json["ties"] = Word(NameOf(kTieRules, options.ties));
  json["add_one"] = true;
  json["resamples"] = options.resamples;
  json["seed"] = options.seed;
  json["generator"] = Word(NameOf(kGenerators, options.generator));
  json["unit"] = Word(NameOf(kUnits, options.unit));
  json["correction"] = Word(NameOf(kCorrections, options.correction));
  json["family"] =
      options.baseline ? "pairs of one metric with the baseline" : "pairs of one metric";
  json["level"] = options.alpha;
  json["interval"] = Word(NameOf(kIntervalKinds, options.interval));
  json["interval_level"] = 1 - options.alpha;
  json["sampling"] = Word(NameOf(kSamplings, options.sampling));
  json["clusters"] = Word(NameOf(kClusterRules, options.clusters));
  json["clusters_from"] = "p_adjusted";
  json["baseline"] =
      named ? Json(comparison.metrics.front().systems[*options.baseline].name) : Json();
  if (options.margin) json["margin"] = *options.margin;
  json["power"] = options.power;
  json["arithmetic"] = !options.sacrebleu ? "native" : options.numpy2 ? "numpy-2" : "numpy-1";
  return json;
}

Json SystemJson(const SystemEstimate& system) {
  Json json;
  json["name"] = system.name;
  json["score"] = system.score;
  json["interval"] = IntervalJson(system.interval);
  json["mean"] = system.mean;
  json["sd"] = system.sd;
  json["half_width"] = system.half_width;
  json["runs"] = system.runs;
  json["sd_selection"] = system.sd_selection;
  json["sd_optimizer"] = OrNull(system.sd_optimizer);
  json["cluster"] = system.cluster;
  json["ranks"] = Json::array({system.rank_low, system.rank_high});
  json["rank_interval"] = IntervalJson(system.rank_interval);
  return json;
}

Json PairJson(const MetricComparison& metric, const PairTest& pair) {
  Json json;
  json["a"] = metric.systems[pair.a].name;
  json["b"] = metric.systems[pair.b].name;
  json["difference"] = pair.difference;
  json["se"] = pair.se;
  json["interval"] = IntervalJson(pair.interval);
  json["simultaneous_interval"] = IntervalJson(pair.simultaneous);
  json["exceedances"] = pair.exceedances;
  json["p"] = pair.p;
  json["p_adjusted"] = pair.p_adjusted;
  json["p_error"] = pair.p_error;
  json["p_sacrebleu_bs"] = OrNull(pair.p_sacrebleu_bs);
  if (pair.p_margin) {
    json["p_margin"] = *pair.p_margin;
    json["p_margin_adjusted"] = *pair.p_margin_adjusted;
  }
  json["exact"] = pair.exact;
  json["significant"] = pair.significant;
  json["share_a_wins"] = pair.wins;
  json["share_b_wins"] = pair.losses;
  json["share_ties"] = pair.ties;
  json["detectable_difference"] = pair.detectable;
  json["human_agreement_percent"] = OrNull(pair.human_agreement);
  return json;
}

}  // namespace

Json MetricJson(const MetricComparison& metric) {
  Json systems = Json::array(), pairs = Json::array();
  for (const SystemEstimate& system : metric.systems) systems.push_back(SystemJson(system));
  for (const PairTest& pair : metric.pairs) pairs.push_back(PairJson(metric, pair));
  Json json;
  if (!metric.group.empty()) json["group"] = metric.group;
  json["metric"] = metric.metric;
  json["scale"] = ScaleJson(metric.scale);
  json["higher_is_better"] = metric.higher_is_better;
  json["signature"] = metric.signature;
  json["test_signature"] = metric.test_signature;
  json["equals"] = TextOrNull(metric.equals);
  json["units"] = metric.units;
  json["design_effect"] = OrNull(metric.design_effect);
  json["systems"] = std::move(systems);
  json["pairs"] = std::move(pairs);
  return json;
}

Json ComparisonJson(const Comparison& comparison, const WriteOptions& options) {
  Json metrics = Json::array();
  for (const MetricComparison& metric : comparison.metrics) metrics.push_back(MetricJson(metric));
  Json json = {{"schema", "mtgauge.compare/1"},
               {"version", std::string(kVersion)},
               {"segments", comparison.segments}};
  if (comparison.skipped > 0) json["skipped"] = comparison.skipped;
  if (comparison.replaced > 0) json["replaced"] = comparison.replaced;
  if (comparison.documents > 0) json["documents"] = comparison.documents;
  if (comparison.strata > 0) json["strata"] = comparison.strata;
  if (!comparison.by.empty()) json["by"] = comparison.by;
  json["configuration"] = ConfigJson(options);
  json["conventions"] = ConventionsJson(comparison);
  json["warnings"] = WarningsJson(comparison.warnings);
  if (comparison.gate) json["gate"] = GateJson(*comparison.gate);
  json["metrics"] = std::move(metrics);
  return json;
}

std::string CompareJson(const Comparison& comparison, const WriteOptions& options) {
  return DumpJson(ComparisonJson(comparison, options), 1) + '\n';
}

}  // namespace mtgauge
