// Writes the scores of segments as they are made: as a stream of text, or to a folder of files
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
  // Does the work that needs no order. Called by several threads at once.
  virtual void Prepare(Delivery&) const {}
  // Takes prepared deliveries in input order. Called by one thread at a time.
  virtual Status Take(const Delivery& delivery) = 0;
  // Completes the output after the last delivery.
  virtual Status Finish() = 0;
};

struct TextOutputOptions {
  std::string format;  // a name in ReportFormats() whose format supports segments
  std::string file;    // empty for standard output
  std::vector<std::string> systems = {};  // as in SegmentLabels
  bool details = false;  // also writes the details of each score, if the format supports it
  bool flush = false;    // after each delivery
  // Continues after the reader of a pipe has stopped, because the run has other results.
  bool outlive_reader = false;
};

// Writes text as it comes. The job must outlive the output.
Result<std::unique_ptr<SegmentOutput>> MakeTextOutput(const TextOutputOptions& to, const Job& job,
                                                      const WriteOptions& options);

}  // namespace mtgauge
