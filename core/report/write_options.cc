// Decides how many digits a score has.
#include "core/report/write_options.h"

#include <fmt/format.h>

#include <cmath>

namespace mtgauge {

WriteOptions DigitsFor(Figures figures, std::optional<uint32_t> asked) {
  constexpr uint32_t kOfScores = 1, kOfComparisons = 2, kOfShares = 3;
  WriteOptions write;
  write.more_digits = !asked && figures != Figures::kShares;
  switch (figures) {
    case Figures::kScores:
      write.width = asked.value_or(kOfScores);
      break;
    case Figures::kComparisons:
      write.width = asked.value_or(kOfComparisons);
      break;
    case Figures::kShares:
      write.width = asked.value_or(kOfShares);
      break;
  }
  return write;
}

uint32_t ScoreDigits(double score, double scale, const WriteOptions& options) {
  constexpr double kLikePercent = 20;  // larger than any NIST score
  const bool small = scale == 0 ? std::fabs(score) < kLikePercent : scale != 100;
  return options.width + (options.more_digits && small ? 2 : 0);
}

std::string RoundedScore(double score, double scale, const WriteOptions& options) {
  return fmt::format("{:.{}f}", score, ScoreDigits(score, scale, options));
}

}  // namespace mtgauge
