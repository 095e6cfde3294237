// Writes the scores of segments as they are made: to a stream of text, or to a folder of files
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
  // Continues after the reader of a pipe has stopped, since the run has other results.
  bool outlive_reader = false;
};

// Text as it comes. The job must outlive the output.
absl::StatusOr<std::unique_ptr<SegmentOutput>> MakeTextOutput(const TextOutputOptions& to,
                                                              const Job& job,
                                                              const WriteOptions& options);

}  // namespace mtgauge
