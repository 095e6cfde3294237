// From resampled scores to intervals, p-values, corrections, clusters and ranks. Pure functions of
// numbers: no metric, no random generator, no thread.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <utility>
#include <vector>

#include "mtgauge/compare.h"

namespace mtgauge {

// Scores of one metric. A system's score is the mean over its runs.
struct ResampledScores {
  // [run], runs of the first system first. Behind them may follow two for each tested pair: the
  // scores of its systems where pairs are tested on segments of their own.
  std::vector<double> observed;
  std::vector<std::vector<double>> scores;  // [run][resample]
  bool float32 = false;  // NumPy holds the scores as float32, and what it makes of them
};

// |d*| of every tested pair under shuffles of the two systems' outputs.
struct ShuffledDifferences {
  std::vector<std::vector<double>> differences;  // [pair][shuffle], absolute
  bool exact = false;  // all swaps but the empty one, instead of a sample of them
};

// The pairs that are tested: all, or those with the baseline; in input order.
std::vector<std::pair<uint32_t, uint32_t>> PairsOf(uint32_t systems,
                                                   std::optional<uint32_t> baseline);

// p corrected for its number. Max-t needs more than p (see TestPairs()) and leaves it as it is.
std::vector<double> Adjusted(Correction correction, const std::vector<double>& p);

// Mean over the runs of each system.
std::vector<double> AverageRuns(std::span<const double> runs,
                                std::span<const uint32_t> runs_of_system);

// Fills out.systems, whose names are set: scores, intervals and spreads. jackknife[system] is
// needed for BCa only.
void EstimateSystems(const CompareOptions& options, const ResampledScores& resampled,
                     std::span<const std::vector<double>> jackknife, MetricComparison& out);

// The least p that a bootstrap test of so many units reports: 2^(1 - units), which is what an exact
// randomization test gives where all units differ the same way. Resamples of one or two units
// hardly vary, so that the bootstrap alone would call any difference significant. 0 under other
// tests, and where a reference tool's rule is followed.
double LeastP(const CompareOptions& options, uint64_t units);

// Fills out.pairs from resampled scores; with `shuffled` the p-values are those of the shuffles,
// where values that differ from the observed difference by rounding alone are made equal to it.
void TestPairs(const CompareOptions& options, const ResampledScores& resampled,
               ShuffledDifferences* shuffled, MetricComparison& out);

// Clusters and ranks of out.systems, from out.pairs' adjusted p-values.
void RankSystems(const CompareOptions& options, MetricComparison& out);

// Variance of the first `runs` scores under `documents` over that under `segments`, on average;
// nothing when no score varies.
std::optional<double> DesignEffect(const ResampledScores& documents,
                                   const ResampledScores& segments, size_t runs);

}  // namespace mtgauge
