// Where the scores of segments go while they are made: a stream of text, or a folder of files
// (cli/mtme.h).
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "cli/flags.h"
#include "cli/group_sums.h"
#include "cli/report_writer.h"
#include "core/base/status.h"
#include "core/input/unit_table.h"
#include "core/score/job.h"
#include "parallel/scorer.h"

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

// Text as it comes. The job must outlive the output.
absl::StatusOr<std::unique_ptr<SegmentOutput>> MakeTextOutput(const LowArgs& args, const Job& job,
                                                              const WriteOptions& options);

// The documents that a file tells, one line a segment. Without a file those of the input stay.
class DocumentNames {
 public:
  static absl::StatusOr<DocumentNames> Read(const std::string& file);  // may be empty

  bool told() const { return !file_.empty(); }
  // Thread-safe. Segments beyond the file's end stay without.
  void AddTo(Delivery& delivery) const;
  // An InputError when there are more segments than lines so far, or other than lines at the end.
  absl::Status Check(uint64_t segments, bool at_end) const;

 private:
  std::string file_;
  UnitTable table_;
};

// Adds all segments of a delivery to their documents' sums. An InputError when one has none.
absl::Status AddByDocument(const Delivery& delivery, GroupSums& sums);

}  // namespace mtgauge
