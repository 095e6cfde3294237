// Compares systems on each group of segments separately.
#pragma once

#include <vector>

#include "core/base/status.h"
#include "mtgauge/compare.h"
#include "parallel/compare/material.h"
#include "parallel/compare/outside_scores.h"
#include "parallel/compare/settings.h"
#include "parallel/score/texts.h"

namespace mtgauge {

// The parts of a comparison that all groups share.
struct Compared {
  const CompareSettings& settings;
  const std::vector<NamedFiles>& systems;
  std::vector<OutsideScores> outside;  // for all segments, as read
  UnitFiles units;
  const CompareOptions& options;  // includes the baseline
  const Job* of_segments;         // null unless differences at equal length are wanted
};

// Appends the comparison of a group, without its warnings.
void AddGroup(const std::string& group, Comparison from, Comparison& into);
// Appends the warnings of a group, with its name if it has one.
void AddWarnings(const std::string& group, std::vector<Warning> from, std::vector<Warning>& into);

Result<Comparison> CompareByGroup(Texts texts, Compared compared, const RunOptions& run);

}  // namespace mtgauge
