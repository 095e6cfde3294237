// The number of digits of a score, for all formats.
#pragma once

#include <cstdint>
#include <string>

#include "mtgauge/report.h"

namespace mtgauge {

// Returns the number of digits after the decimal point: two more than the width if the perfect
// score (`scale`) is not 100 or, if there is no perfect score (0), if this score is small. A width
// given by the user is exact.
uint32_t ScoreDigits(double score, double scale, const WriteOptions& options);
// Returns the score rounded to this number of digits, for humans.
std::string RoundedScore(double score, double scale, const WriteOptions& options);
// The level for sacreBLEU's mark after p.
inline constexpr double kMarkedP = 0.05;

}  // namespace mtgauge
