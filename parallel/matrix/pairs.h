// Scores all pairs of groups, on all cores.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <vector>

#include "core/base/status.h"
#include "core/input/groups/group_reader.h"
#include "core/score/job.h"
#include "mtgauge/matrix.h"

namespace mtgauge {

// How to score pairs.
struct PairsForm {
  bool unit_scale = false;  // scores are between 0 and 1 (unit_scale.h)
  // Scores each hypothesis once, against the mean of its group's references.
  bool aggregate = false;
  // Returns the weights of a group's references in their mean, or none if all are equal.
  std::function<Result<std::vector<double>>(const PairGroup&)> weights = nullptr;
};

// Runs body(i) for all i < `count`, and returns the error with the lowest i.
Status ForAll(size_t count, const RunOptions& run, const std::function<Status(size_t)>& body);

// Reads all groups and passes their rows to `take` in order, on the calling thread. The scores, and
// the error that is returned, do not depend on the number of threads.
Status ScorePairs(const Job& job, GroupReader& groups, const RunOptions& run, const PairsForm& form,
                  const std::function<Status(const MatrixRows&)>& take);

}  // namespace mtgauge
