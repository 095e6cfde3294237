// The fields of a SpansAnswer, for all formats with all digits.
#pragma once

#include "core/report/compare/comparison_fields.h"
#include "mtgauge/spans.h"

namespace mtgauge {

template <>
inline constexpr auto kFields<SpanScores> = [] {
  using T = SpanScores;
  return std::to_array<Field<T>>({
      Of<&T::precision>("precision", "share of the predicted spans that is right"),
      Of<&T::recall>("recall", "share of the gold spans that was found"),
      Of<&T::f1>("f1", "harmonic mean of both; with `average` macro, its mean over outputs"),
      Of<&T::right_predicted>("right_predicted", "numerator of precision, over all outputs"),
      Of<&T::predicted>("predicted", "denominator of precision"),
      Of<&T::right_gold>("right_gold", "numerator of recall"),
      Of<&T::gold>("gold", "denominator of recall"),
      Of<&T::predicted_spans>("predicted_spans", "number of predicted spans"),
      Of<&T::gold_spans>("gold_spans", "number of gold spans"),
  });
}();

template <>
inline constexpr auto kFields<SpanCategory> = [] {
  using T = SpanCategory;
  return std::to_array<Field<T>>({
      Of<&T::category>("category", "category of the spans; empty if they have none"),
      Of<&T::precision>("precision", "share that is right of what is predicted in it; or null"),
      Of<&T::recall>("recall", "share that was found of what people marked in it; or null"),
      Of<&T::predicted_spans>("predicted_spans", "number of predicted spans"),
      Of<&T::gold_spans>("gold_spans", "number of gold spans"),
  });
}();

template <>
inline constexpr auto kFields<SpanSystem> = [] {
  using T = SpanSystem;
  return std::to_array<Field<T>>({
      Of<&T::group>("group", "language pair", Empty::kOmitted),
      Of<&T::name>("name", "name of the input"),
      Of<&T::scores>("scores", "precision, recall, F1 and what they are made of"),
      Of<&T::categories>("categories", "the same by category", Empty::kOmitted),
  });
}();

template <>
inline constexpr auto kFields<SpansAnswer> = [] {
  using T = SpansAnswer;
  return std::to_array<Field<T>>({
      Of<&T::outputs>("outputs", "judged outputs; each judgement of an output counts"),
      Of<&T::segments>("segments", "segments that they are outputs of"),
      {"conventions", "all settings of the tests",
       [](const T& answer) { return ConventionsJson(answer.comparison); }},
      Of<&T::systems>("systems", "scores of the inputs, by language pair"),
      Of<&T::means>("means", "means over the language pairs, if there are several",
                    Empty::kOmitted),
      {"tests",
       "F1 with intervals and tests, for each language pair, like `metrics` of a comparison",
       [](const T& answer) { return Json(answer.comparison.metrics); }},
      Of<&T::warnings>("warnings", "possible problems"),
      kConfiguration<T>,
  });
}();

}  // namespace mtgauge
