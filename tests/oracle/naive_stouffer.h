// Stouffer's rule with the one-sided p of one direction. It depends on which system is named first,
// since an exact p and that of the opposite direction add up to more than 1.
#pragma once

#include <algorithm>
#include <cmath>
#include <vector>

#include "core/stats/normal.h"

namespace mtgauge::oracle {

// Leaves out NaN; NaN if nothing is left.
inline double NaiveSignedStouffer(const std::vector<double>& greater) {
  constexpr double kMost = 1 - 0x1p-53;
  double sum = 0, domains = 0;
  for (const double p : greater) {
    if (std::isnan(p)) continue;
    sum -= NormalQuantile(std::min(p, kMost));
    ++domains;
  }
  return domains > 0 ? std::min(1.0, 2 * NormalCdf(-std::fabs(sum) / std::sqrt(domains)))
                     : std::nan("");
}

}  // namespace mtgauge::oracle
