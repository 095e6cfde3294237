// How many hypotheses occur among the references, and its fields.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "core/report/forms/json_output.h"

namespace mtgauge {

struct OverlapMean {
  std::string name, signature;
  double scale = 100;
  double mean = 0;
};

struct Overlap {
  uint64_t hypotheses = 0, exact = 0;
  // Only for a metric with a highest score.
  std::optional<uint64_t> near;
  std::optional<double> near_from;
  std::vector<OverlapMean> metrics;
};

template <>
inline constexpr auto kFields<OverlapMean> = [] {
  using T = OverlapMean;
  return std::to_array<Field<T>>({
      Of<&T::name>("name", "name of the metric"),
      Of<&T::signature>("signature", "signature of the scores"),
      Of<&T::mean>("mean_of_best", "mean over the hypotheses of the best reference's score"),
  });
}();

template <>
inline constexpr auto kFields<Overlap> = [] {
  using T = Overlap;
  return std::to_array<Field<T>>({
      Of<&T::hypotheses>("hypotheses", "number of hypotheses"),
      Of<&T::exact>("exact", "hypotheses that occur among the references"),
      Of<&T::near>("near", "others with a score of `near_from` or higher; null if there is none"),
      Of<&T::near_from>(
          "near_from",
          "score close to the highest one; null if there is no highest, or lower is better"),
      kConfiguration<T>,
      Of<&T::metrics>("metrics", "the metrics"),
  });
}();

}  // namespace mtgauge
