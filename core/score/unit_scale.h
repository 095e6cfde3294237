// --scale unit: scores from 0 to 1, where higher is better, as for rewards.
#pragma once

#include <string_view>
#include <vector>

#include "core/base/status.h"
#include "core/score/job.h"
#include "mtgauge/score.h"

namespace mtgauge {

// The addition to signatures.
inline constexpr std::string_view kUnitScaleKey = "|scale:unit";

// Returns a UsageError if a metric of the job has no perfect score or does not rank systems.
Status CheckUnitScale(const Job& job);

// Returns score / scale, or 1 - score / scale if lower is better, clamped to 0 to 1 (a TER above
// 100 becomes 0). Monotone.
double UnitScore(double score, double scale, bool higher_is_better);
// Converts scores in the order [system * metrics + metric].
void ToUnitScale(const Job& job, std::vector<double>& scores);
// Converts a whole report, with its scales and signatures.
void ToUnitScale(Report& report);

}  // namespace mtgauge
