// Systems compared on each group of segments by itself.
#pragma once

#include <vector>

#include "core/base/status.h"
#include "mtgauge/compare.h"
#include "parallel/compare/material.h"
#include "parallel/compare/outside_scores.h"
#include "parallel/compare/settings.h"
#include "parallel/score/texts.h"

namespace mtgauge {

// What is compared whichever segments are: the systems, and what is told of all segments.
struct Compared {
  const CompareSettings& settings;
  const std::vector<NamedFiles>& systems;
  std::vector<OutsideScores> outside;  // as they were read
  UnitFiles units;
  const CompareOptions& options;  // with the baseline
};

absl::StatusOr<Comparison> CompareByGroup(Texts texts, Compared compared, const RunOptions& run);

}  // namespace mtgauge
