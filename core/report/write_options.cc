// How many digits a score gets.
#include "core/report/write_options.h"

#include <fmt/format.h>

#include <cmath>

namespace mtgauge {

uint32_t ScoreDigits(double score, double scale, const WriteOptions& options) {
  constexpr double kLikePercent = 20;  // no NIST score is so large
  const bool small = scale == 0 ? std::fabs(score) < kLikePercent : scale != 100;
  return options.width + (options.more_digits && small ? 2 : 0);
}

std::string RoundedScore(double score, double scale, const WriteOptions& options) {
  return fmt::format("{:.{}f}", score, ScoreDigits(score, scale, options));
}

}  // namespace mtgauge
