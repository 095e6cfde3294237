// Joins the sides of an evaluation: by language pair, system and segment. Faults are InputErrors
// that name the file.
#pragma once

#include <string>
#include <vector>

#include "core/base/status.h"
#include "mtgauge/score.h"
#include "parallel/evaluate/sides.h"

namespace mtgauge {

// The sides of one language pair.
struct PairSides {
  std::vector<RawSide*> humans, metrics;
  std::vector<RawSide*> All() const {
    std::vector<RawSide*> all = humans;
    all.insert(all.end(), metrics.begin(), metrics.end());
    return all;
  }
};

// Gives the language pairs of metrics the names that human scores use. If only one pair is named,
// scores without a name belong to it.
void NamePairs(std::vector<RawSide>& humans, std::vector<RawSide>& metrics);

// The language pairs in the order of human scores. Each must have the metrics of the first.
// `common`: pairs that no metric has scores for are left out.
absl::StatusOr<std::vector<PairSides>> ByPair(std::vector<RawSide>& humans,
                                              std::vector<RawSide>& metrics, bool common,
                                              std::vector<Warning>& warnings);

// Leaves in every side the systems that are evaluated, in one order, and names them. Of
// request.left_out_systems, no side need have them. `pairs`: the names of all language pairs.
absl::StatusOr<std::vector<std::string>> AlignSystems(const PairSides& pair,
                                                      const std::vector<std::string>& pairs,
                                                      const EvaluateRequest& request,
                                                      std::vector<Warning>& warnings);

// A UsageError if a system to be left out is on no side.
absl::Status CheckLeftOut(const std::vector<std::string>& left_out,
                          const std::vector<std::string>& pairs, const std::vector<RawSide>& humans,
                          const std::vector<RawSide>& metrics);

// Puts the segments of every side that has some in the order of the first metric that does.
absl::Status AlignItems(const PairSides& pair, bool common, std::vector<Warning>& warnings);

// The scores of segments that a metric lacks, which make its systems' means and measures those of
// other segments than another metric's: an error, or under `join` common a warning.
absl::Status CheckComplete(const RawSide& side, const std::vector<std::string>& systems,
                           bool common, std::vector<Warning>& warnings);

}  // namespace mtgauge
