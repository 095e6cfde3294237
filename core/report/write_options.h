// How many digits a score gets, whatever the form.
#pragma once

#include <cstdint>
#include <string>

#include "mtgauge/report.h"

namespace mtgauge {

// Digits behind the point: two more than the width where a perfect score (`scale`) is not 100 or,
// where there is no perfect score (0), where this one is small. A width that was typed is exact.
uint32_t ScoreDigits(double score, double scale, const WriteOptions& options);
// Rounded to so many digits, for people.
std::string RoundedScore(double score, double scale, const WriteOptions& options);
// Where sacreBLEU sets its mark behind p.
inline constexpr double kMarkedP = 0.05;

}  // namespace mtgauge
