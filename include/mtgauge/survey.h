// Surveys: what metrics such as NIST must learn from all references before they can score, written
// to files. Those of parts of a corpus add up to that of the whole, so that machines which score a
// part each give the scores of one run. MetricChoice::survey takes such a file.
#pragma once

#include <absl/status/statusor.h>

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "mtgauge/options.h"
#include "mtgauge/score.h"
#include "mtgauge/segments.h"

namespace mtgauge {

// References alone, without systems, annotations, documents and groups; of a shard, its part of
// them. Metrics that learn nothing first are passed over; one of them must.
struct SurveyRequest : TextInputs, MetricChoice, RunOptions, ShardOption {};

struct SurveySummary {
  uint64_t segments = 0;  // that had a share in it
  std::vector<Warning> warnings;
};

// A checked request. It is used by one thread at a time.
class SurveyRun {
 public:
  // A UsageError where the request cannot be met. Reads the metrics' own files, but no text.
  static absl::StatusOr<SurveyRun> Make(const SurveyRequest& request);
  SurveyRun(SurveyRun&&) noexcept;
  SurveyRun& operator=(SurveyRun&&) noexcept;
  ~SurveyRun();

  const SurveyRequest& in_effect() const;  // the request with its defaults filled in
  const RunRecord& record() const;
  // Reads the references and writes the file, which appears whole or not at all; call it once. The
  // bytes do not depend on threads, nor on the order of the segments.
  absl::StatusOr<SurveySummary> Write(const std::string& file,
                                      const AcceptWarnings& accept = nullptr);

 private:
  struct Plan;
  explicit SurveyRun(std::unique_ptr<Plan> plan);
  std::unique_ptr<Plan> plan_;
};

// Adds survey files of the parts of a corpus, in any order. An InputError names the file that is
// damaged, or whose metrics, their options or the version of the product are not those of the
// first; a UsageError one that is given twice. Memory holds the sum and one of the surveys.
absl::Status MergeSurveys(const std::vector<std::string>& files, const std::string& output);

}  // namespace mtgauge
