// The fields of a Comparison, for all formats with all digits.
#pragma once

#include "core/fields/fields.h"
#include "core/report/forms/json_output.h"
#include "core/report/gate/gate.h"
#include "mtgauge/compare.h"
#include "mtgauge/report.h"

namespace mtgauge {

template <>
inline constexpr auto kFields<SystemEstimate> = [] {
  using T = SystemEstimate;
  return std::to_array<Field<T>>({
      Of<&T::name>("name", "name of the system"),
      Of<&T::score>("score", "score; the mean over its optimizer runs"),
      Of<&T::interval>("interval", "confidence interval of the score"),
      Of<&T::mean>("mean", "mean of the resamples"),
      Of<&T::sd>("sd", "standard deviation of the resamples: the standard error of the score"),
      Of<&T::half_width>("half_width", "half-width of the interval that sacreBLEU prints"),
      Of<&T::runs>("runs", "number of optimizer runs"),
      Of<&T::sd_selection>("sd_selection", "standard deviation due to the choice of segments"),
      Of<&T::sd_optimizer>("sd_optimizer", "the same due to optimizer runs; null for one run"),
      Of<&T::cluster>("cluster", "number of its cluster; 1 is the best"),
      {"ranks",
       "first and last rank that the tests allow; null if the metric has no better and worse",
       [](const T& system) {
         return system.rank_low == 0 ? Json() : Json::array({system.rank_low, system.rank_high});
       }},
      Of<&T::rank_interval>("rank_interval", "interval of the rank over the resamples"),
      {"details", "the shares of which the score is one, by name, as of off-target",
       [](const T& system) {
         return system.details.empty() ? Json() : DetailsJson(system.details);
       },
       Empty::kOmitted},
  });
}();

template <>
inline constexpr auto kFields<PowerAt> = [] {
  using T = PowerAt;
  return std::to_array<Field<T>>({
      Of<&T::units>("units", "number of units"),
      Of<&T::power>("power", "probability that a test on them finds the difference"),
  });
}();

template <>
inline constexpr auto kFields<SamplePlan> = [] {
  using T = SamplePlan;
  return std::to_array<Field<T>>({
      Of<&T::difference>("difference", "the difference to be found"),
      Of<&T::units>("units", "units that find it with `power`; 0 if no number does"),
      Of<&T::segments>("segments", "segments in so many units"),
      Of<&T::power_now>("power_now", "probability that this test finds it"),
      Of<&T::smallest_now>("smallest_now", "smallest difference that this test finds"),
      Of<&T::curve>("curve", "power against units, as the chart draws it"),
  });
}();

template <>
inline constexpr auto kFields<EqualLength> = [] {
  using T = EqualLength;
  return std::to_array<Field<T>>({
      Of<&T::mean>("mean", "mean difference of segment scores"),
      Of<&T::longer>("longer", "mean difference of the outputs' lengths, in tokens"),
      Of<&T::difference>("difference", "difference of segment scores at equal length"),
      Of<&T::se>("se", "standard error of this difference"),
      Of<&T::interval>("interval", "confidence interval of this difference"),
      Of<&T::per_token>("per_token", "what a token more adds to the difference"),
  });
}();

template <>
inline constexpr auto kFields<PairTest> = [] {
  using T = PairTest;
  return std::to_array<Field<T>>({
      Of<&T::a>("a", "first system"),
      Of<&T::b>("b", "second system"),
      Of<&T::difference>("difference", "score of `a` minus score of `b`"),
      Of<&T::se>("se", "standard error of the difference"),
      Of<&T::interval>("interval", "confidence interval of the difference"),
      Of<&T::simultaneous>("simultaneous_interval",
                           "the same for all pairs at once; only with `correction` max-t"),
      Of<&T::exceedances>("exceedances", "resamples that are at least as extreme"),
      Of<&T::p>("p", "two-sided p-value"),
      Of<&T::p_adjusted>("p_adjusted", "p-value corrected for the number of pairs"),
      Of<&T::p_error>("p_error", "Monte Carlo standard error of p; 0 if the test is exact"),
      Of<&T::p_sacrebleu_bs>("p_sacrebleu_bs", "p-value of sacreBLEU's paired bootstrap"),
      Of<&T::p_margin>(
          "p_margin",
          "p-value of the null hypothesis that a system is worse than the baseline by the margin",
          Empty::kOmitted),
      Of<&T::p_margin_adjusted>("p_margin_adjusted", "the same, corrected", Empty::kOmitted),
      Of<&T::exact>("exact", "whether all swaps were enumerated"),
      Of<&T::significant>("significant", "whether p_adjusted is at most `alpha`"),
      Of<&T::wins>("share_a_wins", "share of the resamples in which `a` wins"),
      Of<&T::losses>("share_b_wins", "share of the resamples in which `b` wins"),
      Of<&T::ties>("share_ties", "share of the resamples in which they tie"),
      Of<&T::detectable>("detectable_difference",
                         "smallest true difference that such a test finds in 8 of 10 cases"),
      Of<&T::human_agreement>(
          "human_agreement_percent",
          "published estimate of how often people agree with such a difference"),
      Of<&T::plan>("plan", "how many units a test needs to find the difference of `plan`",
                   Empty::kOmitted),
      Of<&T::brevity>(
          "brevity", "part of the difference that the brevity penalty makes; the rest is precision",
          Empty::kOmitted),
      Of<&T::part_of_all>("part_of_all",
                          "the group's part of the difference over all groups; they add up to it",
                          Empty::kOmitted),
      Of<&T::equal_length>("equal_length", "the difference at equal length of the outputs",
                           Empty::kOmitted),
  });
}();

// Returns the tests with the names of systems instead of their numbers.
inline Json PairsJson(const MetricComparison& metric) {
  Json pairs = metric.pairs;
  for (size_t i = 0; i < pairs.size(); ++i) {
    pairs[i]["a"] = metric.systems[metric.pairs[i].a].name;
    pairs[i]["b"] = metric.systems[metric.pairs[i].b].name;
  }
  return pairs;
}

template <>
inline constexpr auto kFields<MetricComparison> = [] {
  using T = MetricComparison;
  return std::to_array<Field<T>>({
      Of<&T::group>("group", "group of these segments", Empty::kOmitted),
      Of<&T::metric>("metric", "name of the metric"),
      {"scale", "full scale, such as 100; null if there is none",
       [](const T& metric) { return ScaleJson(metric.scale); }},
      {"higher_is_better", "whether higher scores are better; null if neither are",
       [](const T& metric) { return DirectionJson(metric.ranks, metric.higher_is_better); }},
      Of<&T::signature>("signature", "signature of the scores"),
      Of<&T::test_signature>("test_signature", "signature of the tests"),
      Of<&T::equals>("equals", "tool that gives the same scores", Empty::kNull),
      Of<&T::units>("units", "number of segments or documents that were resampled"),
      Of<&T::design_effect>("design_effect",
                            "variance over documents divided by variance over segments"),
      Of<&T::systems>("systems", "estimates of the systems, in the order of the input"),
      OfParts<T, PairTest>("pairs", "tests of all pairs, in the order of the input", PairsJson),
  });
}();

template <>
inline constexpr auto kFields<AnnotatorPair> = [] {
  using T = AnnotatorPair;
  return std::to_array<Field<T>>({
      Of<&T::a>("a", "an annotator"),
      Of<&T::b>("b", "another one"),
      Of<&T::outputs>("outputs", "outputs that both judged"),
      Of<&T::tau>("tau", "Kendall's tau-b over pairs of outputs of a segment"),
      Of<&T::agreement>("agreement", "share of these pairs that both order alike, or both as ties"),
      Of<&T::without_ties>("agreement_without_ties", "the same among those that both order"),
      Of<&T::span_f1>("span_f1", "F1 (MPP) of the error spans of outputs that both judged",
                      Empty::kOmitted),
  });
}();

template <>
inline constexpr auto kFields<ControlItems> = [] {
  using T = ControlItems;
  return std::to_array<Field<T>>({
      Of<&T::items>("items", "those that the annotator judged"),
      Of<&T::passed>("passed", "those scored lower than the output"),
  });
}();

template <>
inline constexpr auto kFields<AnnotatorCheck> = [] {
  using T = AnnotatorCheck;
  return std::to_array<Field<T>>({
      Of<&T::name>("name", "an annotator"),
      Of<&T::outputs>("outputs", "outputs that others judged, too"),
      Of<&T::correlation>("correlation", "Pearson's, with the mean of the others"),
      Of<&T::mean_difference>("mean_difference", "mean of the own scores minus that of the others"),
      Of<&T::deviation_ratio>("deviation_ratio", "own standard deviation by that of the others"),
      Of<&T::remark>("remark", "unrelated, shifted or scaled", Empty::kOmitted),
      Of<&T::controls>("controls", "control items: damaged copies of outputs", Empty::kOmitted),
  });
}();

template <>
inline constexpr auto kFields<HumanAgreement> = [] {
  using T = HumanAgreement;
  return std::to_array<Field<T>>({
      Of<&T::group>("group", "language pair", Empty::kOmitted),
      Of<&T::criterion>("criterion", "what was judged"),
      Of<&T::alpha_nominal>("alpha_nominal", "Krippendorff's alpha, scores as names"),
      Of<&T::alpha_ordinal>("alpha_ordinal", "the same, scores as ranks"),
      Of<&T::alpha_interval>("alpha_interval", "the same, scores as numbers"),
      Of<&T::alpha_spans>("alpha_spans",
                          "Krippendorff's nominal alpha over the characters of the outputs: the "
                          "severity of the error span there, or none",
                          Empty::kOmitted),
      Of<&T::pairs>("pairs", "pairs of annotators with segments in common"),
      Of<&T::annotators>("annotators", "each annotator beside the others"),
  });
}();

// Returns all settings of the tests in words.
Json ConventionsJson(const Comparison& comparison);

template <>
inline constexpr auto kFields<Comparison> = [] {
  using T = Comparison;
  return std::to_array<Field<T>>({
      Of<&T::segments>("segments", "number of scored segments"),
      Of<&T::skipped>("skipped", "segments left out by `on-invalid` skip", Empty::kOmitted),
      Of<&T::replaced>("replaced", "segments changed by `on-invalid` replace", Empty::kOmitted),
      Of<&T::documents>("documents", "number of documents", Empty::kOmitted),
      Of<&T::strata>("strata", "number of strata", Empty::kOmitted),
      Of<&T::by>("by", "what the segments are grouped by", Empty::kOmitted),
      kConfiguration<T>,
      {"conventions", "all settings of the tests", ConventionsJson},
      Of<&T::warnings>("warnings", "possible problems"),
      Of<&T::gate>("gate", "whether the gate passed, its verdict, and all failures",
                   Empty::kOmitted),
      Of<&T::metrics>("metrics", "the comparison under each metric, for each group"),
      Of<&T::agreement>("agreement", "how far annotators agree, with `agreement`", Empty::kOmitted),
  });
}();

Json ComparisonJson(const Comparison& comparison, const WriteOptions& options);

}  // namespace mtgauge
