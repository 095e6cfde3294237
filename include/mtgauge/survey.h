// Survey files store statistics that metrics such as NIST need from all references before they can
// score. The surveys of the parts of a corpus add up to the survey of the whole, so machines that
// each score a part get the same scores as a single run. Pass such a file as MetricChoice::survey.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "mtgauge/options.h"
#include "mtgauge/run.h"
#include "mtgauge/score.h"
#include "mtgauge/segments.h"
#include "mtgauge/status.h"
#include "mtgauge/visibility.h"

namespace MTGAUGE_PUBLIC mtgauge {

// Must contain only references: no systems, annotations, documents or groups. For a shard, it reads
// only that part of them. Metrics that need no survey are ignored; at least one metric must need
// it.
struct SurveyRequest : TextInputs, MetricChoice, RunOptions, ShardOption {};

struct SurveySummary {
  uint64_t segments = 0;  // number of segments that it covers
  std::vector<Warning> warnings;
};

// A checked request. Not thread-safe.
class SurveyRun : public RunOf<SurveyRun, SurveyRequest> {
 public:
  using RunOf::RunOf;

  // Reads the references and writes the file. Call it once. The file appears only when it is
  // complete. Its contents do not depend on the threads or on the order of the segments.
  Result<SurveySummary> Write(const std::string& file, const AcceptWarnings& accept = nullptr);
  // As RowsRun::CheckWritten().
  Status CheckWritten(const std::string& file) const;
};

// Adds the survey files of the parts of a corpus, in any order. Returns an InputError with the
// file's name if a file is damaged, or if its metrics, their options or its version of mtgauge
// differ from those of the first file. Returns a UsageError if a file is given twice. Keeps the sum
// and one survey in memory.
Status MergeSurveys(const std::vector<std::string>& files, const std::string& output);

}  // namespace mtgauge
