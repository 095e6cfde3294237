// Several jobs in one run, and the choice of the job that scores a segment. The jobs have the same
// metrics and streams, and differ in tokenizers and learned statistics. Only rows are delivered, in
// input order, as from a single job.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "core/base/status.h"
#include "core/score/job.h"
#include "core/score/worker.h"
#include "core/text/batch.h"
#include "mtgauge/score.h"

namespace mtgauge {

// The jobs that score the segments of a batch.
struct Shares {
  struct Share {
    const Job* job;
    uint32_t number;  // number of the job, by first appearance in the input
    uint64_t first;   // number of segments that the job has had before
  };
  std::vector<Share> shares;
  // [segment]: index of its share. If empty, there is only one share, and its job has scored all
  // earlier segments.
  std::vector<uint32_t> share_of;
  // The error of the first segment after those in `share_of`, if any.
  Status status;
};

// Chooses the job for each segment.
class JobChoice {
 public:
  virtual ~JobChoice() = default;
  // Divides a batch between the jobs. Called for each batch in input order, by one thread at a
  // time, before the batch is scored. May set the groups of its segments.
  virtual Shares Divide(Batch& batch) = 0;
  // Returns a job that Divide() returned, to bind it to what it has learned. Called when nothing is
  // running.
  virtual Job& JobToBind(size_t number) = 0;
  // Adds totals of one of several jobs that are not in the batches.
  virtual Status Complete(size_t number, Totals& totals) const = 0;
  // Adds warnings to the report of one job, at the end.
  virtual void AddWarnings(size_t number, std::vector<Warning>& warnings) const = 0;
};

}  // namespace mtgauge
