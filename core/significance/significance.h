// From resampled scores to intervals, p-values, corrections, clusters and ranks. Pure functions of
// numbers: no metrics, random generators or threads.
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
  // [run], runs of the first system first. Two more may follow for each tested pair: the scores of
  // its systems, if each pair is tested on its own segments.
  std::vector<double> observed;
  std::vector<std::vector<double>> scores;  // [run][resample]
  bool float32 = false;  // NumPy computes the scores, and results from them, in float32
};

// |d*| of every tested pair under shuffles of the two systems' outputs.
struct ShuffledDifferences {
  std::vector<std::vector<double>> differences;  // [pair][shuffle], absolute
  bool exact = false;  // all swaps except the empty one, instead of a sample
};

// Returns the pairs to test, in input order: all, or those with the baseline.
std::vector<std::pair<uint32_t, uint32_t>> PairsOf(uint32_t systems,
                                                   std::optional<uint32_t> baseline);

// Returns p corrected for the number of tests. Max-T needs more than p (see TestPairs()), so p is
// returned unchanged.
std::vector<double> Adjusted(Correction correction, const std::vector<double>& p);

// Returns the mean over the runs of each system.
std::vector<double> AverageRuns(std::span<const double> runs,
                                std::span<const uint32_t> runs_of_system);

// Fills out.systems, whose names are set, with scores, intervals and spreads. jackknife[system] is
// needed only for BCa.
void EstimateSystems(const CompareOptions& options, const ResampledScores& resampled,
                     std::span<const std::vector<double>> jackknife, MetricComparison& out);

// Returns the smallest p that a bootstrap test of this many units reports: 2^(1 - units), the
// result of an exact randomization test if all units differ the same way. Resamples of one or two
// units hardly vary, so the bootstrap would call any difference significant. Returns 0 for other
// tests, and if the convention of a reference tool is used.
double LeastP(const CompareOptions& options, uint64_t units);

// Returns the fewest units on which a test may show significance: the smallest p of a test by
// swaps, or of a bootstrap (see LeastP()), is 2^(1 - units). Returns 1 where no such bound is
// known.
uint64_t FewestUnits(const CompareOptions& options, uint32_t runs);

// Fills out.pairs from resampled scores. With `shuffled`, the p-values are those of the shuffles;
// values that differ from the observed difference only by rounding are set equal to it.
void TestPairs(const CompareOptions& options, const ResampledScores& resampled,
               ShuffledDifferences* shuffled, MetricComparison& out);

// Computes clusters and ranks of out.systems from the adjusted p-values in out.pairs.
void RankSystems(const CompareOptions& options, MetricComparison& out);

// Returns the variance of the first `runs` scores under `documents` divided by that under
// `segments`, on average; nothing if no score varies.
std::optional<double> DesignEffect(const ResampledScores& documents,
                                   const ResampledScores& segments, size_t runs);

}  // namespace mtgauge
