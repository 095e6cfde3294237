// Survey files store what metrics such as NIST must learn from all references before they score.
// Surveys of the parts of a corpus add up to that of the whole, so machines that each score a part
// give the scores of one run. Use such a file with MetricChoice::survey.
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

// Only references, without systems, annotations, documents and groups; for a shard, its part of
// them. Metrics that need no survey are ignored; at least one must need it.
struct SurveyRequest : TextInputs, MetricChoice, RunOptions, ShardOption {};

struct SurveySummary {
  uint64_t segments = 0;  // that it covers
  std::vector<Warning> warnings;
};

// A checked request. Only one thread may use it at a time.
class SurveyRun {
 public:
  // Returns a UsageError if the request is invalid. Reads the files of metrics, but no texts.
  static absl::StatusOr<SurveyRun> Make(const SurveyRequest& request);
  SurveyRun(SurveyRun&&) noexcept;
  SurveyRun& operator=(SurveyRun&&) noexcept;
  ~SurveyRun();

  const SurveyRequest& in_effect() const;  // the request with its defaults filled in
  const RunRecord& record() const;
  // Reads the references and writes the file, which appears only when it is complete; call it once.
  // The bytes do not depend on threads, nor on the order of the segments.
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
