// Scores of single segments, or of groups of them: the request, and the answer in memory or written
// while the texts are read.
#pragma once

#include <absl/status/statusor.h>

#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "mtgauge/options.h"
#include "mtgauge/report.h"
#include "mtgauge/score.h"

namespace mtgauge {

struct SegmentsRequest : TextInputs, MetricChoice, RunOptions {};

struct SegmentAnswer {
  std::vector<std::string> systems, metrics;  // as SegmentScores::scores are ordered
  std::string by;  // what `segments` are groups by: "domain"; empty: they are segments
  // In input order. Groups by first appearance, each scored as a corpus; `document` is the name.
  std::vector<SegmentScores> segments;
  // The figures behind the scores, if requested: for each segment in the order of its scores; empty
  // if it is excluded.
  std::vector<std::vector<std::vector<Detail>>> details;
  std::vector<Warning> warnings;
};

// How scores of segments are written, and where.
struct SegmentsForm {
  std::string format = "text";
  std::string file;    // or folder, of "mtme"; empty: standard output
  bool flush = false;  // after each batch
  // Continues after the reader of a pipe has stopped, since the run has other results.
  bool outlive_reader = false;
  WriteOptions write;
};

// Gets the warnings before the output is complete, and may turn them into an error.
using AcceptWarnings = std::function<absl::Status(std::vector<Warning>&)>;

// A checked request. Only one thread may use it at a time.
class SegmentsRun {
 public:
  // Returns a UsageError if the request is invalid. Reads the files of metrics, but no texts.
  static absl::StatusOr<SegmentsRun> Make(const SegmentsRequest& request);
  SegmentsRun(SegmentsRun&&) noexcept;
  SegmentsRun& operator=(SegmentsRun&&) noexcept;
  ~SegmentsRun();

  const SegmentsRequest& in_effect() const;  // the request with its defaults filled in
  const RunRecord& record() const;
  // Whether this form of output is possible.
  absl::Status Check(const SegmentsForm& form) const;

  // Call only one of these, and only once. Run() keeps all scores in memory, Write() those of
  // groups alone; its output appears only when it is complete.
  absl::StatusOr<SegmentAnswer> Run();
  absl::Status Write(const SegmentsForm& form, const AcceptWarnings& accept = nullptr);

 private:
  struct Plan;
  explicit SegmentsRun(std::unique_ptr<Plan> plan);
  std::unique_ptr<Plan> plan_;
};

// Both steps in one call.
absl::StatusOr<SegmentAnswer> Segments(const SegmentsRequest& request);

}  // namespace mtgauge
