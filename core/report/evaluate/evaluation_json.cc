// Writes an EvaluationSet as JSON, mtgauge.meta/1, with all digits.
#include <optional>
#include <utility>

#include "core/base/version.h"
#include "core/evaluate/measures.h"
#include "core/report/evaluate/evaluation_writer.h"
#include "core/report/forms/json_output.h"
#include "core/report/write_options.h"
#include "core/significance/evaluation_conventions.h"
#include "core/significance/metric_ranking.h"

namespace mtgauge {
namespace {

Json EstimateJson(const MeasureEstimate& estimate) {
  const Measured& measured = estimate.measured;
  Json json;
  json["value"] = measured.value;
  json["p"] = measured.p;
  json["weight"] = measured.weight;
  if (measured.eps) json["eps"] = *measured.eps;
  if (measured.cut) json["good_from"] = *measured.cut;
  if (measured.good) {
    json["best_cut"] = measured.best_cut;
    json["outputs"] = {{"true_positives", measured.good->true_positives},
                       {"false_positives", measured.good->false_positives},
                       {"false_negatives", measured.good->false_negatives},
                       {"true_negatives", measured.good->true_negatives}};
  }
  json["fisher_interval"] = estimate.fisher;
  json["bootstrap_interval"] = estimate.bootstrap;
  json["se"] = estimate.se;
  return json;
}

Json TestJson(const EvaluationSet& set, const Evaluation& evaluation, const TestedMeasure& tested) {
  Json ranks = Json::array(), pairs = Json::array();
  for (size_t place = 0; place < tested.order.size(); ++place) {
    ranks.push_back({{"metric", NameIn(set, evaluation, tested.order[place])},
                     {"cluster", tested.clusters[place]},
                     {"ranks", Json::array({tested.low[place], tested.high[place]})}});
  }
  for (const MetricPair& pair : tested.pairs) {
    pairs.push_back({{"better", NameIn(set, evaluation, pair.a)},
                     {"than", NameIn(set, evaluation, pair.b)},
                     {"difference", pair.difference},
                     {"p", pair.p},
                     {"p_adjusted", pair.p_adjusted},
                     {"exact", pair.exact},
                     {"significant", pair.significant}});
  }
  return {{"measure", tested.measure->name},
          {"ranking", std::move(ranks)},
          {"pairs", std::move(pairs)}};
}

Json ScoresJson(const EvaluationSet& set, const Evaluation& evaluation) {
  Json scores = Json::array();
  for (size_t s = 0; s < evaluation.systems.size(); ++s) {
    Json metrics;
    for (size_t m = 0; m < set.metrics.size(); ++m) {
      metrics[NameIn(set, evaluation, m)] = evaluation.metric_scores[m][s];
    }
    scores.push_back({{"system", evaluation.systems[s]},
                      {"people", evaluation.human_scores[s]},
                      {"metrics", std::move(metrics)}});
  }
  return scores;
}

Json EvaluationToJson(const EvaluationSet& set, const Evaluation& evaluation) {
  Json metrics = Json::array(), tests = Json::array();
  for (size_t m = 0; m < set.metrics.size(); ++m) {
    Json measures;
    for (size_t k = 0; k < set.options.measures.size(); ++k) {
      measures[set.options.measures[k]->name] = EstimateJson(evaluation.estimates[m][k]);
    }
    metrics.push_back({{"metric", NameIn(set, evaluation, m)}, {"measures", std::move(measures)}});
  }
  for (const TestedMeasure& tested : evaluation.tests)
    tests.push_back(TestJson(set, evaluation, tested));
  Json json;
  json["language_pair"] = TextOrNull(evaluation.language_pair);
  json["criterion"] = evaluation.criterion;
  if (!evaluation.rater.empty()) json["rater"] = evaluation.rater;
  json["systems"] = evaluation.systems;
  json["segments"] = evaluation.segments;
  if (evaluation.outputs > 0) json["outputs"] = evaluation.outputs;
  json["scores"] = ScoresJson(set, evaluation);
  json["metrics"] = std::move(metrics);
  json["tests"] = std::move(tests);
  return json;
}

Json MeansJson(const EvaluationSet& set) {
  Json means = Json::array();
  for (size_t m = 0; m < set.metrics.size(); ++m) {
    Json measures;
    for (size_t k = 0; k < set.options.measures.size(); ++k) {
      measures[set.options.measures[k]->name] = MeanOverEvaluations(set, m, k, "");
    }
    means.push_back({{"metric", set.metrics[m].name}, {"measures", std::move(measures)}});
    if (set.mean_measures) means.back()["mean"] = MeanOverMeasures(set, m);
  }
  return means;
}

Json PointJson(const Study& study, const StudyPoint& point) {
  Json evaluations = Json::array();
  for (const Evaluation& evaluation : point.evaluations) {
    Json metrics = Json::array();
    for (size_t s = 0; s < study.series.size(); ++s) {
      Json measures;
      for (size_t k = 0; k < study.measures.size(); ++k) {
        measures[study.measures[k]->name] = EstimateJson(evaluation.estimates[s][k]);
      }
      metrics.push_back({{"metric", study.series[s]}, {"measures", std::move(measures)}});
    }
    evaluations.push_back({{"criterion", evaluation.criterion}, {"metrics", std::move(metrics)}});
  }
  return {{"label", point.label},
          {"x", point.x},
          {"units", point.units},
          {"evaluations", std::move(evaluations)}};
}

// Returns Wilcoxon's tests between the series.
Json SeriesPairsJson(const Study& study) {
  Json tests = Json::array();
  for (size_t c = 0; c < study.pairs.size(); ++c) {
    for (size_t k = 0; k < study.measures.size(); ++k) {
      for (const SeriesPair& pair : study.pairs[c][k]) {
        tests.push_back({{"criterion", study.points.front().evaluations[c].criterion},
                         {"measure", study.measures[k]->name},
                         {"first", study.series[pair.a]},
                         {"second", study.series[pair.b]},
                         {"mean_difference", pair.difference},
                         {"p", pair.p}});
      }
    }
  }
  return tests;
}

Json StudyJson(const Study& study) {
  Json points = Json::array(), ratios = Json::array();
  for (const StudyPoint& point : study.points) points.push_back(PointJson(study, point));
  for (const ReferenceRatio& ratio : study.ratios) {
    Json metrics;
    for (size_t s = 0; s < study.series.size(); ++s) metrics[study.series[s]] = ratio.of_series[s];
    ratios.push_back(
        {{"references", ratio.size}, {"sets", ratio.sets}, {"f_ratio", std::move(metrics)}});
  }
  Json json;
  json["study"] = study.name;
  json["language_pair"] = TextOrNull(study.language_pair);
  json["axis"] = study.axis;
  json["ordered"] = study.ordered;
  json["points"] = std::move(points);
  json["signed_rank_tests"] = SeriesPairsJson(study);
  if (!study.ratios.empty()) json["over_reference_sets"] = std::move(ratios);
  return json;
}

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

}  // namespace

std::string EvaluationJson(const EvaluationSet& set, const WriteOptions& options) {
  Json metrics = Json::array(), evaluations = Json::array();
  for (const EvaluatedMetric& metric : set.metrics) {
    metrics.push_back({{"metric", metric.name},
                       {"higher_is_better", metric.higher_is_better},
                       {"signature", metric.signature}});
  }
  for (const Evaluation& evaluation : set.evaluations) {
    evaluations.push_back(EvaluationToJson(set, evaluation));
  }
  Json json = {{"schema", "mtgauge.meta/1"}, {"version", std::string(kVersion)}};
  json["configuration"] = ConfigJson(options);
  json["conventions"] = ConventionsJson(set);
  json["signature"] = EvaluationSignature(set);
  json["warnings"] = set.warnings;
  json["metrics"] = std::move(metrics);
  json["evaluations"] = std::move(evaluations);
  if (!set.pooled.empty()) {
    Json pooled = Json::array();
    for (const Evaluation& all : set.pooled) pooled.push_back(EvaluationToJson(set, all));
    json["pooled"] = std::move(pooled);
  }
  json["means"] = MeansJson(set);
  if (set.mean_test) json["mean_test"] = TestJson(set, {}, *set.mean_test);
  if (!set.studies.empty()) {
    Json studies = Json::array();
    for (const Study& study : set.studies) studies.push_back(StudyJson(study));
    json["studies"] = std::move(studies);
  }
  return DumpJson(json, 1) + '\n';
}

}  // namespace mtgauge
