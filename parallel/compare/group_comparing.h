// Compares systems on some of all segments, or as a mean over groups of segments; joins the
// comparisons of several groups.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "core/base/status.h"
#include "core/input/tables/unit_table.h"
#include "mtgauge/compare.h"
#include "parallel/compare/group_parts.h"
#include "parallel/compare/material.h"
#include "parallel/compare/outside_scores.h"
#include "parallel/compare/settings.h"
#include "parallel/score/group_warnings.h"
#include "parallel/significance/comparer.h"

namespace mtgauge {

// The parts of a comparison that all groups share.
struct Compared {
  const CompareSettings& settings;
  const std::vector<NamedFiles>& systems;
  std::vector<OutsideScores> outside;  // for all segments, as read
  UnitFiles units;
  const CompareOptions& options;     // includes the baseline
  const Job* of_segments = nullptr;  // unless differences at equal length are wanted
};

// The rows of a group for every metric of the texts.
struct KeptGroup {
  std::vector<ComparedMetric> metrics;
  UnitTable documents;                 // of its kept segments
  std::vector<Warning> cautions = {};  // about scores that say nothing
};

// The terms of a mean.
struct MeanOver {
  std::vector<uint32_t> term_of_segment;  // of the segments that are not skipped
  std::vector<MeanTerm> terms;
};

// Returns the segments of each group, in input order.
std::vector<std::vector<uint32_t>> SegmentsOfGroups(const UnitTable& groups);

// Gives every group of the last field the same weight, then every group of the field before it, and
// so on: each value of a field counts as much as the others beside it.
std::vector<MeanTerm> MeanTermsOf(std::span<const std::string> groups, size_t fields);

// Joins all groups, one after the other. The metrics are those of the first group; a sum of rows
// has the same score under the others, which may only read texts in another way.
KeptGroup JoinGroups(const std::vector<KeptGroup>& groups, std::span<const std::string> names);

// Returns the scores of these segments.
OutsideScores PickScores(const OutsideScores& all, std::span<const uint32_t> segments);

// Compares only these segments; as the mean over the terms, if there are any. Adds the group to
// `parts`, which may be null.
Result<Comparison> CompareGroup(std::span<const uint32_t> segments, KeptGroup group,
                                const std::vector<bool>& skipped, const Compared& compared,
                                const RunOptions& run, MeanOver mean = {},
                                GroupParts* parts = nullptr);

// Appends the comparison of a group, without its warnings.
void AddGroup(const std::string& group, Comparison from, Comparison& into);
// Appends the warnings of a group, with its name if it has one.
void AddWarnings(const std::string& group, std::vector<Warning> from, std::vector<Warning>& into);

}  // namespace mtgauge
