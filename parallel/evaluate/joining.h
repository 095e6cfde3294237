// Joins the sides of an evaluation by language pair, system and segment. Problems are InputErrors
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

// Renames the language pairs of metrics to the names used by the human scores. If only one pair is
// named, scores without a name belong to it.
void NamePairs(std::vector<RawSide>& humans, std::vector<RawSide>& metrics);

// Groups the sides by language pair, in the order of the human scores. Each pair must have the same
// metrics as the first. With `common`, pairs for which no metric has scores are left out.
Result<std::vector<PairSides>> ByPair(std::vector<RawSide>& humans, std::vector<RawSide>& metrics,
                                      bool common, std::vector<Warning>& warnings);

// Keeps only the systems to be evaluated on every side, in the same order, and returns their names.
// Systems in request.left_out_systems need not exist. `pairs` contains the names of all language
// pairs.
Result<std::vector<std::string>> AlignSystems(const PairSides& pair,
                                              const std::vector<std::string>& pairs,
                                              const EvaluateRequest& request,
                                              std::vector<Warning>& warnings);

// Returns a UsageError if a system to be left out is not on any side; with `join` common, warns.
Status CheckLeftOut(const EvaluateRequest& request, const std::vector<std::string>& pairs,
                    const std::vector<RawSide>& humans, const std::vector<RawSide>& metrics,
                    std::vector<Warning>& warnings);

// Gives the segments of a side other names.
void RenameItems(std::vector<std::string> names, RawSide& side);

// Names the segments of texts, and those that are told by their order, by the ids of the texts, if
// all segments of the other sides have such ids, or some that are no numbers of segments. Otherwise
// numbers stay their names. Warns if what others say may be either. Returns an InputError if others
// have ids of the texts, of which some come again.
Status NameSegments(const PairSides& pair, std::vector<Warning>& warnings);

// Returns an InputError if numbers are the names of the texts' segments, and others count from 0.
Status CheckFromOne(const PairSides& pair);

// Puts the segments of all sides in the order of the first metric that has segments.
Status AlignItems(const PairSides& pair, bool common, std::vector<Warning>& warnings);

// Checks for missing segment scores of a metric, with which its means and measures would cover
// other segments than those of another metric. They are an error, or a warning with `join` common.
Status CheckComplete(const RawSide& side, const std::vector<std::string>& systems, bool common,
                     std::vector<Warning>& warnings);

}  // namespace mtgauge
