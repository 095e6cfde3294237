// Compares systems: takes kept rows, returns intervals, tests and ranks.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "core/metric/registry.h"
#include "core/score/job.h"
#include "core/stats/row_store.h"
#include "mtgauge/compare.h"
#include "parallel/resampler.h"

namespace mtgauge {

// One metric and its rows for every system.
struct ComparedMetric {
  const Metric* metric = nullptr;  // must outlive the comparison
  std::string label;               // "BLEU"
  std::string signature;
  std::string equals;
  double scale = 100;
  bool higher_is_better = true;
  Agreement agreement = {};  // as published for exactly these settings
  // One finished store per output file, those of the first system first.
  std::vector<RowStore> rows;
  // Segments without a score, whose rows are zero: [output file][segment]; empty: none. Each pair
  // is then tested on the segments that both systems have. For systems of one output file.
  std::vector<std::vector<bool>> missing;
};

// The metric as a job has made it, without its rows. `references` is a count or "var".
ComparedMetric DescribeMetric(const Job& job, size_t metric, const std::string& references);

struct CompareInput {
  std::vector<std::string> systems;
  std::vector<uint32_t> runs_of_system;  // output files of each
  std::vector<ComparedMetric> metrics;
  // Dense numbers per segment; empty: not given.
  std::vector<uint32_t> document_of_segment, stratum_of_segment;
  SumsMaker sums = nullptr;  // in place of Resample(); null: Resample() itself
};

// UsageError for conventions that do not go together, InputError for rows that do not.
absl::StatusOr<Comparison> Compare(const CompareInput& input, const CompareOptions& options,
                                   const Schedule& schedule, const Progress& progress);

// Asks CompareInput::sums for all sums that Compare() would, and compares nothing.
absl::Status DrawSums(const CompareInput& input, const CompareOptions& options,
                      const Schedule& schedule, const Progress& progress);

}  // namespace mtgauge
