// Approximate randomization: computes the differences between systems after shuffling their
// outputs.
#pragma once

#include <cstdint>
#include <span>
#include <utility>
#include <vector>

#include "core/contract/metric.h"
#include "core/significance/significance.h"
#include "parallel/significance/resampler.h"

namespace mtgauge {

// The position of one metric's score of one output file among the columns of the products.
struct ScoredRun {
  const Metric* metric;
  uint32_t first_column;
  uint32_t width;
};

// The runs of one metric to shuffle; those of the first system come first.
struct ShuffleInput {
  std::vector<ScoredRun> runs;
  std::vector<uint32_t> runs_of_system;
  // Pairs of runs if each system has one run, otherwise pairs of systems.
  std::vector<std::pair<uint32_t, uint32_t>> pairs;
  bool sacrebleu = false;  // scores mixtures as int64 arrays, as sacreBLEU does
};

// Returns |d*| of each pair in each shuffle, for each metric. With one run per system, all pairs
// and metrics use the same coin tosses; if there are no more ways to swap than shuffles requested,
// all of them are enumerated (exact). With several runs, the outputs of both systems for each unit
// are divided again (Clark et al., 2011), uniformly over all ways.
Result<std::vector<ShuffledDifferences>> Shuffle(std::span<const RowProduct> strata,
                                                 std::span<const ShuffleInput> metrics,
                                                 const Draws& draws, const Schedule& schedule,
                                                 const Progress& progress);

}  // namespace mtgauge
