// Where the scores of segments go while they are made: a stream of text, or a folder of files
// (mtme.h).
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "core/base/status.h"
#include "core/report/write_options.h"
#include "core/score/delivery.h"
#include "core/score/job.h"

namespace mtgauge {

class SegmentOutput {
 public:
  virtual ~SegmentOutput() = default;
  virtual bool WantsRows() const = 0;
  // Work that needs no order; called by several threads at once.
  virtual void Prepare(Delivery&) const {}
  // Takes what has been prepared, in input order, by one thread at a time.
  virtual absl::Status Take(const Delivery& delivery) = 0;
  // After the last: the output is complete.
  virtual absl::Status Finish() = 0;
};

struct TextOutputOptions {
  std::string format;  // a name of ReportFormats() whose form is for segments too
  std::string file;    // empty: standard output
  std::vector<std::string> systems = {};  // SegmentLabels'
  bool details = false;  // what each score is made of as well, where the form tells it
  bool flush = false;    // after each delivery
  // Goes on when the reader of a pipe has gone, since the run has another result.
  bool outlive_reader = false;
};

// Text as it comes. The job must outlive the output.
absl::StatusOr<std::unique_ptr<SegmentOutput>> MakeTextOutput(const TextOutputOptions& to,
                                                              const Job& job,
                                                              const WriteOptions& options);

}  // namespace mtgauge
