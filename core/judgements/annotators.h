// Annotators compared with the others who judged the same outputs, and scales of annotators.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "core/judgements/rater_score.h"

namespace mtgauge {

// An annotator's scores against those of the others, over the outputs that they judged too.
struct RaterCheck {
  uint32_t rater = 0;
  uint64_t outputs = 0;
  double correlation = 0;       // with the means of the others' scores; NaN if one is constant
  double correlation_p = 0;     // one-sided, of none or a negative one; 1 if it is NaN
  double mean_difference = 0;   // own minus means of the others; NaN without outputs
  double others_deviation = 0;  // of their single scores, since means vary less than scores
  double deviation_ratio = 0;   // own / others_deviation; NaN if that is 0

  // Without at least kFewestOutputs outputs, nothing is flagged.
  bool unrelated = false;  // correlation_p > 0.05
  bool shifted = false;    // the mean difference exceeds others_deviation
  bool scaled = false;     // the ratio of deviations is below 1/2 or above 2

  bool flagged() const { return unrelated || shifted || scaled; }
};
inline constexpr uint64_t kFewestOutputs = 10;

// Checks raters 0 to `raters` - 1. Repeated judgements of one output are averaged first. O(n
// log n) with few judgements of each output.
std::vector<RaterCheck> CheckAnnotators(uint32_t raters, std::span<const RaterScore> scores);

// Returns (score - mean) / sd, over all scores of the same rater, in the order of `scores`; sd with
// n - 1. NaN if a rater gave only one score, or the same one to all.
std::vector<double> RaterZScores(uint32_t raters, std::span<const RaterScore> scores);

}  // namespace mtgauge
