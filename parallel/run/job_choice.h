// Several jobs in one run: which of them scores a segment. They have the same metrics and streams,
// and differ in tokenizers and in what metrics have learnt. Rows alone are delivered, in the order
// of the input, as if there were one job.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "core/base/status.h"
#include "core/score/job.h"
#include "core/text/batch.h"
#include "mtgauge/score.h"

namespace mtgauge {

// Who scores the segments of a batch.
struct Shares {
  struct Share {
    const Job* job;
    uint32_t number;  // of the job, by first appearance in the input
    uint64_t first;   // how many segments of the input it has had before
  };
  std::vector<Share> shares;
  // [segment]: its share. Empty: there is one, and its job has had all segments before.
  std::vector<uint32_t> share_of;
  // What is wrong with the first segment behind those of `share_of`.
  absl::Status status;
};

class JobChoice {
 public:
  virtual ~JobChoice() = default;
  // Called for each batch in input order, by one thread at a time, before anything is made of it:
  // may name its segments' groups.
  virtual Shares Divide(Batch& batch) = 0;
  // A job that Divide() has named, which is to learn, when nothing is running.
  virtual Job& JobToBind(size_t number) = 0;
  // Adds to what the report of one job warns of, at the end.
  virtual void AddWarnings(size_t number, std::vector<Warning>& warnings) const = 0;
};

}  // namespace mtgauge
