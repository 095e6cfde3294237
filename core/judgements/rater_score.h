// One judgement of one output.
#pragma once

#include <cstdint>

namespace mtgauge {

// Names are numbers from 0. The score is not NaN.
struct RaterScore {
  uint32_t system = 0, item = 0, rater = 0;
  double score = 0;
};

}  // namespace mtgauge
