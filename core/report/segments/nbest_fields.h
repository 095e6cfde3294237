// The fields of an NbestSummary, for all formats with all digits.
#pragma once

#include <array>

#include "core/report/forms/json_output.h"
#include "mtgauge/nbest.h"

namespace mtgauge {

template <>
inline constexpr auto kFields<NbestSummary::MetricScore> = [] {
  using T = NbestSummary::MetricScore;
  return std::to_array<Field<T>>({
      Of<&T::metric>("metric", "name of the metric"),
      Of<&T::best>("best", "corpus score of the best candidates"),
      Of<&T::first>("first", "corpus score of the first candidates"),
      Of<&T::candidate_signature>("candidate_signature", "signature of the scores of candidates"),
  });
}();

template <>
inline constexpr auto kFields<NbestSummary> = [] {
  using T = NbestSummary;
  return std::to_array<Field<T>>({
      Of<&T::segments>("segments", "number of segments"),
      Of<&T::candidates>("candidates", "number of candidates"),
      kConfiguration<T>,
      Of<&T::warnings>("warnings", "possible problems"),
      {"picked_by", "metric that picked the best candidates",
       [](const T& summary) { return Json(summary.scores.front().metric); }},
      Of<&T::scores>("scores", "scores by each metric"),
  });
}();

}  // namespace mtgauge
