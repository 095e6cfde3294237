// From settings to a Comparison: texts are scored with their rows kept, outside scores and units
// are read and put beside them, and the engine compares.
#pragma once

#include <cstdint>
#include <functional>
#include <vector>

#include "cli/settings.h"
#include "cli/verbs.h"
#include "core/input/source.h"
#include "core/score/job.h"
#include "mtgauge/compare.h"
#include "mtgauge/score.h"
#include "parallel/comparer.h"
#include "parallel/scorer.h"

namespace mtgauge {

// A finished scoring run and the rows of its segments, without those that were skipped.
struct KeptScores {
  Report report;
  std::vector<ComparedMetric> metrics;  // refer to the job
  std::vector<bool> skipped;            // [segment of the input]
  // Dense numbers of the documents of the kept segments; empty: the inputs do not tell.
  std::vector<uint32_t> document_of_segment;
};
// `score` runs the job and delivers to the sink that it is given.
absl::StatusOr<KeptScores> ScoreKeepingRows(
    const Job& job, const std::function<absl::StatusOr<Report>(const Sink&)>& score);

// The engine on this program's threads, with a line of progress on a terminal.
absl::StatusOr<Comparison> RunComparison(const CompareInput& input, const CompareOptions& options,
                                         const LowArgs& args, const Program& program);

// Everything that `mtgauge compare` does between the command line and the output.
absl::StatusOr<Comparison> CompareSystems(const ComparingSettings& settings, const LowArgs& args,
                                          const Program& program);

}  // namespace mtgauge
