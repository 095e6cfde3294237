// Compares systems: takes rows, and returns intervals, tests and ranks.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "core/contract/registry.h"
#include "core/score/job.h"
#include "core/stats/row_store.h"
#include "mtgauge/compare.h"
#include "parallel/significance/resampler.h"

namespace mtgauge {

// What is known of a metric without its rows.
struct MetricFacts {
  const Metric* metric = nullptr;  // must outlive the comparison
  std::string label;               // "BLEU"
  std::string signature;
  std::string equals;
  double scale = 100;
  bool higher_is_better = true;
  bool ranks = true;         // false if neither higher nor lower is better
  Agreement agreement = {};  // human agreement, published for exactly these settings
};

// One metric and its rows for every system.
struct ComparedMetric : MetricFacts {
  // One finished store per output file; those of the first system come first.
  std::vector<RowStore> rows;
  // [output file][segment]: true if the segment has no score; its row is then zero. Empty if there
  // are none. Each pair is tested on the segments for which both systems have scores. Only for
  // systems with one output file.
  std::vector<std::vector<bool>> missing;
};

// Describes a metric of a job. `references` is their number or "var".
MetricFacts DescribeMetric(const Job& job, size_t metric, const std::string& references);

// A group of segments whose score is one term of a mean.
struct MeanTerm {
  std::string name;  // its resamples depend on it, but not on other groups
  double weight = 1;
};

struct CompareInput {
  std::vector<std::string> systems;
  std::vector<uint32_t> runs_of_system;  // number of output files of each system
  std::vector<ComparedMetric> metrics;
  // Numbers without gaps, per segment; empty if not given.
  std::vector<uint32_t> document_of_segment, stratum_of_segment;
  // [stratum]: if set, a score is the weighted mean over the strata, instead of that of all rows.
  std::vector<MeanTerm> terms;
  SumsMaker sums = nullptr;  // replaces Resample(); null to use Resample()
};

// Returns a UsageError if the options cannot be combined, and an InputError if the rows do not
// match.
Result<Comparison> Compare(const CompareInput& input, const CompareOptions& options,
                           const Schedule& schedule, const Progress& progress);

// The same with the schedule and RunHooks::resampling of a request. If only pairs with the baseline
// are tested and CompareOptions::rank_beside_baseline is set, ranks come from a second comparison.
Result<Comparison> RunComparison(const CompareInput& input, const CompareOptions& options,
                                 const RunOptions& run);

// Requests all the sums from CompareInput::sums that Compare() would, but compares nothing.
Status DrawSums(const CompareInput& input, const CompareOptions& options, const Schedule& schedule,
                const Progress& progress);

}  // namespace mtgauge
