// The fields of an EvaluationSet, for JSON with all digits. Most parts of it have numbers where the
// answer has names, so a part is described with the set that has the names.
#pragma once

#include <vector>

#include "core/report/evaluate/evaluation_writer.h"
#include "core/report/forms/json_output.h"
#include "core/significance/metric_ranking.h"
#include "mtgauge/evaluate.h"

namespace mtgauge {

// Returns an object with a value for each measure: make(0), make(1), ...
template <typename Make>
Json ByMeasure(const std::vector<const Measure*>& measures, const Make& make) {
  Json json;
  for (size_t k = 0; k < measures.size(); ++k) json[measures[k]->name] = make(k);
  return json;
}

template <>
inline constexpr auto kFields<GoodOutputs> = [] {
  using T = GoodOutputs;
  return std::to_array<Field<T>>({
      Of<&T::true_positives>("true_positives", "good outputs that the metric calls good"),
      Of<&T::false_positives>("false_positives", "other outputs that the metric calls good"),
      Of<&T::false_negatives>("false_negatives", "good outputs that the metric does not call good"),
      Of<&T::true_negatives>("true_negatives", "other outputs that the metric does not call good"),
  });
}();

template <>
inline constexpr auto kFields<MeasureEstimate> = [] {
  using T = MeasureEstimate;
  return std::to_array<Field<T>>({
      {"value", "agreement of the metric with people; null if undefined",
       [](const T& of) { return Json(of.measured.value); }},
      {"p", "p-value of the hypothesis of no agreement; or null",
       [](const T& of) { return Json(of.measured.p); }},
      {"weight", "number of systems, pairs, groups or scores behind the value",
       [](const T& of) { return Json(of.measured.weight); }},
      {"eps", "largest difference of scores that counts as a tie, if the measure calibrates it",
       [](const T& of) { return JsonOf(of.measured.eps); }, Empty::kOmitted},
      {"good_from", "score from which the metric calls an output good",
       [](const T& of) { return JsonOf(of.measured.cut); }, Empty::kOmitted},
      {"best_cut", "whether that score was chosen because its F1 is the largest on these data",
       [](const T& of) { return of.measured.good ? Json(of.measured.best_cut) : Json(); },
       Empty::kOmitted},
      OfParts<T, GoodOutputs>(
          "outputs", "numbers of outputs, good or not and called so or not",
          [](const T& of) { return JsonOf(of.measured.good); }, Empty::kOmitted),
      Of<&T::fisher>("fisher_interval", "Fisher's interval of Pearson's correlation of systems"),
      Of<&T::bootstrap>("bootstrap_interval", "percentile interval over the resamples"),
      Of<&T::se>("se", "standard deviation of the resamples"),
  });
}();

// Returns the estimates of a metric, by name of the measure.
inline Json Estimates(const std::vector<const Measure*>& measures,
                      const std::vector<MeasureEstimate>& estimates) {
  return ByMeasure(measures, [&](size_t k) { return Json(estimates[k]); });
}

// One language pair and criterion, or several.
struct EvaluationInSet {
  const EvaluationSet& set;
  const Evaluation& evaluation;
};

// A metric's agreement with people.
struct MetricInEvaluation : EvaluationInSet {
  size_t metric;
};
template <>
inline constexpr auto kFields<MetricInEvaluation> = [] {
  using T = MetricInEvaluation;
  return std::to_array<Field<T>>({
      {"metric", "name of the metric",
       [](const T& of) { return Json(NameIn(of.set, of.evaluation, of.metric)); }},
      OfParts<T, MeasureEstimate>("measures", "its agreement with people, by name of the measure",
                                  [](const T& of) {
                                    return Estimates(of.set.options.measures,
                                                     of.evaluation.estimates[of.metric]);
                                  }),
  });
}();

// Tests between metrics under one measure, or its place in the ranking, or one of its pairs.
struct TestInEvaluation : EvaluationInSet {
  const TestedMeasure& tested;
};
struct PlaceInEvaluation : TestInEvaluation {
  size_t place;
};
struct PairInEvaluation : TestInEvaluation {
  const MetricPair& pair;
};
template <>
inline constexpr auto kFields<PlaceInEvaluation> = [] {
  using T = PlaceInEvaluation;
  return std::to_array<Field<T>>({
      {"metric", "name of the metric, best first",
       [](const T& of) { return Json(NameIn(of.set, of.evaluation, of.tested.order[of.place])); }},
      {"cluster", "number of its cluster; 1 is the best",
       [](const T& of) { return Json(of.tested.clusters[of.place]); }},
      {"ranks", "first and last rank that the tests allow",
       [](const T& of) {
         return Json::array({of.tested.low[of.place], of.tested.high[of.place]});
       }},
  });
}();
template <>
inline constexpr auto kFields<PairInEvaluation> = [] {
  using T = PairInEvaluation;
  return std::to_array<Field<T>>({
      {"better", "the metric with the greater measure",
       [](const T& of) { return Json(NameIn(of.set, of.evaluation, of.pair.a)); }},
      {"than", "the other metric",
       [](const T& of) { return Json(NameIn(of.set, of.evaluation, of.pair.b)); }},
      {"difference", "measure of the first minus measure of the second",
       [](const T& of) { return Json(of.pair.difference); }},
      {"p", "one-sided p-value", [](const T& of) { return Json(of.pair.p); }},
      {"p_adjusted", "p-value corrected for the number of pairs",
       [](const T& of) { return Json(of.pair.p_adjusted); }},
      {"exact", "whether it is from all swaps or a closed form",
       [](const T& of) { return Json(of.pair.exact); }},
      {"significant", "whether p_adjusted is at most `alpha`",
       [](const T& of) { return Json(of.pair.significant); }},
  });
}();
template <>
inline constexpr auto kFields<TestInEvaluation> = [] {
  using T = TestInEvaluation;
  return std::to_array<Field<T>>({
      {"measure", "name of the measure", [](const T& of) { return Json(of.tested.measure->name); }},
      OfParts<T, PlaceInEvaluation>(
          "ranking", "the metrics that have a value, best first",
          [](const T& of) { return Numbered<PlaceInEvaluation>(of.tested.order.size(), of); }),
      OfParts<T, PairInEvaluation>(
          "pairs", "tests of all pairs of metrics",
          [](const T& of) { return PartsOf<PairInEvaluation>(of, of.tested.pairs); }),
  });
}();

// The scores of a system.
struct SystemInEvaluation : EvaluationInSet {
  size_t system;
};
template <>
inline constexpr auto kFields<SystemInEvaluation> = [] {
  using T = SystemInEvaluation;
  return std::to_array<Field<T>>({
      {"system", "name of the system",
       [](const T& of) { return Json(of.evaluation.systems[of.system]); }},
      {"people", "its human score; null if it has none",
       [](const T& of) { return Json(of.evaluation.human_scores[of.system]); }},
      {"metrics", "its scores, by name of the metric",
       [](const T& of) {
         Json metrics;
         for (size_t m = 0; m < of.set.metrics.size(); ++m) {
           metrics[NameIn(of.set, of.evaluation, m)] = of.evaluation.metric_scores[m][of.system];
         }
         return metrics;
       }},
  });
}();

template <>
inline constexpr auto kFields<EvaluationInSet> = [] {
  using T = EvaluationInSet;
  return std::to_array<Field<T>>({
      {"language_pair", "language pair; null if not given",
       [](const T& of) { return Json(of.evaluation.language_pair); }, Empty::kNull},
      {"criterion", "what people judged",
       [](const T& of) { return Json(of.evaluation.criterion); }},
      {"rater", "the rater in the place of the last metric",
       [](const T& of) { return Json(of.evaluation.rater); }, Empty::kOmitted},
      {"systems", "names of the systems", [](const T& of) { return Json(of.evaluation.systems); }},
      {"segments", "segments or documents with human scores",
       [](const T& of) { return Json(of.evaluation.segments); }},
      {"outputs", "outputs that all sides score, with a rater",
       [](const T& of) { return Json(of.evaluation.outputs); }, Empty::kOmitted},
      OfParts<T, SystemInEvaluation>("scores", "scores of the systems",
                                     [](const T& of) {
                                       return Numbered<SystemInEvaluation>(
                                           of.evaluation.systems.size(), of);
                                     }),
      OfParts<T, MetricInEvaluation>(
          "metrics", "agreement of each metric with people",
          [](const T& of) { return Numbered<MetricInEvaluation>(of.set.metrics.size(), of); }),
      OfParts<T, TestInEvaluation>(
          "tests", "tests between the metrics, for each tested measure",
          [](const T& of) { return PartsOf<TestInEvaluation>(of, of.evaluation.tests); }),
  });
}();

// A metric's means over the evaluations.
struct MeansOfMetric {
  const EvaluationSet& set;
  size_t metric;
};
template <>
inline constexpr auto kFields<MeansOfMetric> = [] {
  using T = MeansOfMetric;
  return std::to_array<Field<T>>({
      {"metric", "name of the metric",
       [](const T& of) { return Json(of.set.metrics[of.metric].name); }},
      {"measures", "mean over the evaluations, by name of the measure",
       [](const T& of) {
         return ByMeasure(of.set.options.measures,
                          [&](size_t k) { return MeanOverEvaluations(of.set, of.metric, k, ""); });
       }},
      {"mean", "mean over all measures, if requested",
       [](const T& of) {
         return of.set.mean_measures ? Json(MeanOverMeasures(of.set, of.metric)) : Json();
       },
       Empty::kOmitted},
  });
}();

template <>
inline constexpr auto kFields<EvaluatedMetric> = [] {
  using T = EvaluatedMetric;
  return std::to_array<Field<T>>({
      Of<&T::name>("metric", "name of the metric"),
      Of<&T::higher_is_better>("higher_is_better", "whether higher scores are better"),
      Of<&T::signature>("signature", "signature of the scores"),
  });
}();

// A criterion at a point of a study, and the measures of one series for it.
struct CriterionAtPoint {
  const Study& study;
  const Evaluation& evaluation;
};
struct SeriesAtPoint : CriterionAtPoint {
  size_t series;
};
template <>
inline constexpr auto kFields<SeriesAtPoint> = [] {
  using T = SeriesAtPoint;
  return std::to_array<Field<T>>({
      {"metric", "name of the metric",
       [](const T& of) { return Json(of.study.series[of.series]); }},
      {"measures", "as in `evaluations.metrics.measures`",
       [](const T& of) {
         return Estimates(of.study.measures, of.evaluation.estimates[of.series]);
       }},
  });
}();
template <>
inline constexpr auto kFields<CriterionAtPoint> = [] {
  using T = CriterionAtPoint;
  return std::to_array<Field<T>>({
      {"criterion", "what people judged",
       [](const T& of) { return Json(of.evaluation.criterion); }},
      {"rater", "the rater in the place of the last metric",
       [](const T& of) { return Json(of.evaluation.rater); }, Empty::kOmitted},
      OfParts<T, SeriesAtPoint>(
          "metrics", "agreement of each metric with people",
          [](const T& of) { return Numbered<SeriesAtPoint>(of.study.series.size(), of); }),
  });
}();
struct PointOfStudy {
  const Study& study;
  const StudyPoint& point;
};
template <>
inline constexpr auto kFields<PointOfStudy> = [] {
  using T = PointOfStudy;
  return std::to_array<Field<T>>({
      {"label", "name of the point", [](const T& of) { return Json(of.point.label); }},
      {"x", "its position on the axis", [](const T& of) { return Json(of.point.x); }},
      {"units", "number of items that the segment measures use",
       [](const T& of) { return Json(of.point.units); }},
      OfParts<T, CriterionAtPoint>(
          "evaluations", "agreement at this point, for each criterion",
          [](const T& of) { return PartsOf<CriterionAtPoint>(of.study, of.point.evaluations); }),
  });
}();

// A test between two series of a study.
struct PairOfStudy {
  const Study& study;
  size_t criterion, measure;
  const SeriesPair& pair;
};
template <>
inline constexpr auto kFields<PairOfStudy> = [] {
  using T = PairOfStudy;
  return std::to_array<Field<T>>({
      {"criterion", "what people judged",
       [](const T& of) {
         return Json(of.study.points.front().evaluations[of.criterion].criterion);
       }},
      {"measure", "name of the measure",
       [](const T& of) { return Json(of.study.measures[of.measure]->name); }},
      {"first", "a metric", [](const T& of) { return Json(of.study.series[of.pair.a]); }},
      {"second", "another one", [](const T& of) { return Json(of.study.series[of.pair.b]); }},
      {"mean_difference", "mean over the points of the first minus the second",
       [](const T& of) { return Json(of.pair.difference); }},
      {"p", "two-sided p-value of Wilcoxon's signed-rank test",
       [](const T& of) { return Json(of.pair.p); }},
  });
}();

// Doddington's F-ratio for one number of references.
struct RatioOfStudy {
  const Study& study;
  const ReferenceRatio& ratio;
};
template <>
inline constexpr auto kFields<RatioOfStudy> = [] {
  using T = RatioOfStudy;
  return std::to_array<Field<T>>({
      {"references", "number of references in a set",
       [](const T& of) { return Json(of.ratio.size); }},
      {"sets", "number of such sets", [](const T& of) { return Json(of.ratio.sets); }},
      {"f_ratio", "Doddington's F-ratio of the systems' scores over the sets, by metric",
       [](const T& of) {
         Json metrics;
         for (size_t s = 0; s < of.study.series.size(); ++s) {
           metrics[of.study.series[s]] = of.ratio.of_series[s];
         }
         return metrics;
       }},
  });
}();

// Returns the tests between the series of a study.
inline Json PairsOfStudy(const Study& study) {
  Json tests = Json::array();
  for (size_t c = 0; c < study.pairs.size(); ++c) {
    for (size_t k = 0; k < study.measures.size(); ++k) {
      for (const SeriesPair& pair : study.pairs[c][k]) {
        tests.push_back(PairOfStudy{study, c, k, pair});
      }
    }
  }
  return tests;
}

template <>
inline constexpr auto kFields<Study> = [] {
  using T = Study;
  return std::to_array<Field<T>>({
      Of<&T::name>("study", "what varies, as in the request"),
      Of<&T::language_pair>("language_pair", "language pair; null if not given", Empty::kNull),
      Of<&T::axis>("axis", "what x means"),
      Of<&T::ordered>("ordered", "false if the points are names without an order"),
      OfParts<T, PointOfStudy>(
          "points", "agreement at each value of what varies",
          [](const T& study) { return PartsOf<PointOfStudy>(study, study.points); }),
      OfParts<T, PairOfStudy>("signed_rank_tests", "tests between the metrics over the points",
                              PairsOfStudy),
      OfParts<T, RatioOfStudy>(
          "over_reference_sets", "F-ratios, if the number of references varies",
          [](const T& study) { return PartsOf<RatioOfStudy>(study, study.ratios); },
          Empty::kOmitted),
  });
}();

// Returns all settings of the tests in words.
Json ConventionsJson(const EvaluationSet& set);

template <>
inline constexpr auto kFields<EvaluationSet> = [] {
  using T = EvaluationSet;
  return std::to_array<Field<T>>({
      kConfiguration<T>,
      {"conventions", "all settings of the measures and tests",
       [](const T& set) { return ConventionsJson(set); }},
      {"signature", "signature of the measures and tests",
       [](const T& set) { return Json(EvaluationSignature(set)); }},
      Of<&T::warnings>("warnings", "possible problems"),
      Of<&T::metrics>("metrics", "the metrics, in their order"),
      OfParts<T, EvaluationInSet>(
          "evaluations", "the results for each language pair and criterion",
          [](const T& set) { return PartsOf<EvaluationInSet>(set, set.evaluations); }),
      {"pooled", "like `evaluations`, over several language pairs",
       [](const T& set) { return PartsOf<EvaluationInSet>(set, set.pooled); }, Empty::kOmitted},
      OfParts<T, MeansOfMetric>(
          "means", "means over the evaluations, for each metric",
          [](const T& set) { return Numbered<MeansOfMetric>(set.metrics.size(), set); }),
      {"mean_test", "tests of the mean over all measures, like `evaluations.tests`",
       [](const T& set) {
         const Evaluation none;
         return set.mean_test ? Json(TestInEvaluation{{set, none}, *set.mean_test}) : Json();
       },
       Empty::kOmitted},
      Of<&T::studies>("studies", "the measures where something varies", Empty::kOmitted),
  });
}();

}  // namespace mtgauge
