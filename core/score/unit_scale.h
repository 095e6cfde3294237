// --scale unit: every score from 0 to 1, higher being better, as a reward has to be.
#pragma once

#include <string_view>
#include <vector>

#include "core/base/status.h"
#include "core/score/job.h"
#include "mtgauge/score.h"

namespace mtgauge {

// What a signature says then.
inline constexpr std::string_view kUnitScaleKey = "|scale:unit";

// A UsageError if a metric of the job has no perfect score, or does not rank.
absl::Status CheckUnitScale(const Job& job);

// score / scale, or 1 - score / scale where lower is better; what lies outside 0 to 1 becomes the
// nearer of the two (a TER beyond 100 becomes 0). Monotone.
double UnitScore(double score, double scale, bool higher_is_better);
// The same of scores in the order [system * metrics + metric].
void ToUnitScale(const Job& job, std::vector<double>& scores);
// The same of a whole report, with its scales and signatures.
void ToUnitScale(Report& report);

}  // namespace mtgauge
