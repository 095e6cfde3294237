// The fields of a Report, for all formats with all digits.
#pragma once

#include <cmath>

#include "core/report/forms/json_output.h"
#include "core/report/gate/gate.h"

namespace mtgauge {

inline Json ConfidenceJson(const MetricScore& score) {
  if (!score.resampled || !score.resampled->interval) return {};
  const Resampled& resampled = *score.resampled;
  return {{"mean", resampled.interval->mean},
          {"half_width", resampled.interval->half_width},
          {"resamples", resampled.resamples},
          {"seed", resampled.seed}};
}

// The first system of paired tests has no p-value: not a number, which is null in JSON.
inline Json PairedP(const MetricScore& score) {
  if (!score.resampled || !score.resampled->paired) return {};
  return score.resampled->p.value_or(NAN);
}

template <>
inline constexpr auto kFields<MetricScore> = [] {
  using T = MetricScore;
  return std::to_array<Field<T>>({
      Of<&T::metric>("metric", "name of the metric"),
      Of<&T::score>("score", "the score"),
      {"scale", "full scale, such as 100; null if there is none",
       [](const T& score) { return ScaleJson(score.scale); }},
      {"higher_is_better", "whether higher scores are better; null if neither are",
       [](const T& score) { return DirectionJson(score.ranks, score.higher_is_better); }},
      Of<&T::signature>("signature", "signature of the score"),
      Of<&T::equals>("equals", "tool that gives the same score", Empty::kNull),
      {"details", "the figures behind the score, by name",
       [](const T& score) { return DetailsJson(score.details); }},
      {"confidence", "mean, half_width, resamples and seed of `confidence` or `paired-bs`",
       ConfidenceJson, Empty::kOmitted},
      {"p_value", "p-value of the difference from the first system", PairedP, Empty::kOmitted},
  });
}();

template <>
inline constexpr auto kFields<SystemReport> = [] {
  using T = SystemReport;
  return std::to_array<Field<T>>({
      Of<&T::name>("name", "name of the system"),
      Of<&T::references>("references", "its references, if they differ between systems",
                         Empty::kOmitted),
      Of<&T::scores>("scores", "its score under each metric"),
  });
}();

template <>
inline constexpr auto kFields<Report> = [] {
  using T = Report;
  return std::to_array<Field<T>>({
      Of<&T::segments>("segments", "number of scored segments"),
      Of<&T::skipped>("skipped", "segments left out by `on-invalid` skip", Empty::kOmitted),
      Of<&T::replaced>("replaced", "segments changed by `on-invalid` replace", Empty::kOmitted),
      kConfiguration<T>,
      Of<&T::warnings>("warnings", "possible problems"),
      Of<&T::gate>("gate", "whether the gate passed, its verdict, and all failures",
                   Empty::kOmitted),
      Of<&T::systems>("systems", "the scores of each system"),
  });
}();

}  // namespace mtgauge
