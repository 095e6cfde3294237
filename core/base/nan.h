// The value of what is not known.
#pragma once

#include <limits>

namespace mtgauge {

inline constexpr double kNaN = std::numeric_limits<double>::quiet_NaN();

}  // namespace mtgauge
