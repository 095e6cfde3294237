// Scores of single segments or of groups of segments: the request, and its result, which is
// returned in memory or written while the texts are read.
#pragma once

#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "mtgauge/options.h"
#include "mtgauge/report.h"
#include "mtgauge/run.h"
#include "mtgauge/score.h"
#include "mtgauge/status.h"
#include "mtgauge/visibility.h"

namespace MTGAUGE_PUBLIC mtgauge {

struct SegmentsRequest : TextInputs, MetricChoice, RunOptions {};

struct SegmentAnswer {
  std::vector<std::string> systems, metrics;  // in the order of SegmentScores::scores
  std::string by;  // what the segments are grouped by: "domain"; empty if they are single segments
  // In input order. Groups are in order of first appearance; each is scored as a corpus, and
  // `document` is its name.
  std::vector<SegmentScores> segments;
  std::vector<std::vector<std::string>>
      groups;              // [group][field]: the values of which the name is made
  bool whole_ids = false;  // the type of the inputs' ids says that they are whole numbers
  // The values behind the scores, if requested: for each segment, in the order of its scores; empty
  // if the segment is excluded.
  std::vector<std::vector<std::vector<Detail>>> details;
  std::vector<Warning> warnings;
};

// How and where segment scores are written.
struct SegmentsForm {
  std::string format = "text";
  std::string file;    // for "mtme", a folder; standard output if empty
  bool flush = false;  // flushes after each batch
  // Fields of the inputs, separated by commas, that stand beside the scores: "lang,domain".
  std::string keep;
  // Continues after the reader of a pipe has stopped, because the run has other results.
  bool outlive_reader = false;
  WriteOptions write;
};

// Receives the warnings before the output is complete. May return an error to reject them.
using AcceptWarnings = std::function<Status(std::vector<Warning>&)>;

// A checked request. Not thread-safe.
class SegmentsRun : public RunOf<SegmentsRun, SegmentsRequest> {
 public:
  using RunOf::RunOf;

  // Returns a UsageError if this form of output is not possible.
  Status Check(const SegmentsForm& form) const;

  // Call either Run() or Write(), and only once. Run() keeps all scores in memory; Write() keeps
  // only scores of groups. The output of Write() appears only when it is complete.
  Result<SegmentAnswer> Run();
  Status Write(const SegmentsForm& form, const AcceptWarnings& accept = nullptr);
};

// Runs both steps: SegmentsRun::Make() and Run().
Result<SegmentAnswer> Segments(const SegmentsRequest& request);

}  // namespace mtgauge
