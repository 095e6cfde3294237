// Judgements in order, with a rater's repeated ones averaged.
#pragma once

#include <span>
#include <vector>

#include "core/judgements/rater_score.h"

namespace mtgauge {

// Returns the judgements ordered by item, then system, then rater, each of these once: with the
// mean of its scores.
std::vector<RaterScore> RaterMeans(std::span<const RaterScore> scores);

}  // namespace mtgauge
