// Measures of segments when the segments are drawn anew: what the bootstrap asks for a thousand
// times, from sums or from values of single segments that are made once.
#pragma once

#include <cstdint>
#include <functional>
#include <span>

#include "core/meta/measures.h"
#include "core/stats/random/mtg1.h"

namespace mtgauge {

// The measure when item i is drawn counts[i] times, each time as an item of its own; NaN where it
// is not defined. Pure, safe for concurrent use; the scores must outlive it.
using ItemFunction = std::function<double(std::span<const uint32_t> counts)>;

// The grouping that a measure of segments has under these options.
Grouping GroupingOf(const Measure& measure, const MeasureOptions& options);

// Null for measures that are too costly to compute anew: soft pairwise accuracy, and those that
// look at single pairs of outputs (acc-eq, tau-like), unless these lie within segments.
ItemFunction MakeItemFunction(const Measure& measure, const SideScores& human,
                              const SideScores& metric, const MeasureOptions& options);

// The same by computing the measure from grids of what was drawn: slow, and for any measure.
ItemFunction MakeDrawnGridFunction(const Measure& measure, const SideScores& human,
                                   const SideScores& metric, const MeasureOptions& options);

// How often each item is drawn in one resample: what Resample() draws of rows of these items.
void DrawItems(const Bootstrap& bootstrap, uint64_t seed, uint64_t resample,
               std::span<uint32_t> counts);

}  // namespace mtgauge
