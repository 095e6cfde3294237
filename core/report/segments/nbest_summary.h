// How good the best candidates and the first ones are, as a corpus.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "core/base/status.h"
#include "core/report/segments/nbest_output.h"
#include "core/report/write_options.h"
#include "core/score/job.h"
#include "mtgauge/score.h"

namespace mtgauge {

struct NbestSummary {
  uint64_t segments = 0, candidates = 0;
  std::vector<std::string> labels;
  std::vector<double> scales, best, first;  // per metric
};
// `corpus_options`: the job's metrics at the level of a corpus. `report`: of the candidates.
absl::StatusOr<NbestSummary> SummarizeNbest(const JobOptions& corpus_options, const Job& job,
                                            const Report& report, const NbestSums& sums);

// One line for people, without LF.
std::string NbestSummaryLine(const NbestSummary& summary, const WriteOptions& options);
std::string NbestSummaryJson(const NbestSummary& summary, const Report& report,
                             const WriteOptions& options);

}  // namespace mtgauge
