// Measures over resampled segments, as the bootstrap needs them a thousand times. They are computed
// from precomputed sums or values of single segments.
#pragma once

#include <cstdint>
#include <functional>
#include <span>

#include "core/evaluate/measures.h"
#include "core/stats/random/mtg1.h"

namespace mtgauge {

// Returns the measure if item i is drawn counts[i] times, each time as a separate item; NaN if it
// is undefined. Pure, safe for concurrent use. The scores must outlive it.
using ItemFunction = std::function<double(std::span<const uint32_t> counts)>;

// Returns the grouping of a measure of segments under these options.
Grouping GroupingOf(const MeasureRow& measure, const MeasureOptions& options);

// Returns null for measures that are too expensive to recompute: soft pairwise accuracy, and those
// that compare single pairs of outputs (acc-eq, tau-like), unless the pairs are within segments.
ItemFunction MakeItemFunction(const MeasureRow& measure, const SideScores& human,
                              const SideScores& metric, const MeasureOptions& options);

// The same as above, but computes the measure from grids of the drawn items: slow, works for any
// measure.
ItemFunction MakeDrawnGridFunction(const MeasureRow& measure, const SideScores& human,
                                   const SideScores& metric, const MeasureOptions& options);

// Counts how often each item is drawn in one resample, as Resample() draws rows of these items.
void DrawItems(const Bootstrap& bootstrap, uint64_t seed, uint64_t resample,
               std::span<uint32_t> counts);

}  // namespace mtgauge
