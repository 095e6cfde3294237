// What a pilot tells about a difference, by the ratio estimator (Cochran 1977, 6.4). mtgauge takes
// the standard error from resamples.
#pragma once

#include <cmath>
#include <cstddef>
#include <vector>

#include "core/judgements/planner.h"

namespace mtgauge::oracle {

// Unit j has sizes[j] segments, whose differences have the sum sums[j].
inline Pilot NaivePilot(const std::vector<double>& sizes, const std::vector<double>& sums) {
  const auto units = static_cast<double>(sizes.size());
  double size = 0, sum = 0, squares = 0;
  for (const double of : sizes) size += of;
  for (const double of : sums) sum += of;
  for (size_t j = 0; j < sizes.size(); ++j) {
    const double apart = sums[j] - sizes[j] * sum / size;
    squares += apart * apart;
  }
  Pilot pilot;
  pilot.units = sizes.size();
  pilot.mean_size = size / units;
  pilot.difference = sum / size;
  pilot.deviation =
      sizes.size() < 2 ? std::nan("") : std::sqrt(squares / (units - 1)) / pilot.mean_size;
  pilot.error = pilot.deviation / std::sqrt(units);
  return pilot;
}

}  // namespace mtgauge::oracle
