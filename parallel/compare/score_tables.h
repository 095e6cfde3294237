// Tables of outside scores with a row for each system and segment, joined over files, language
// pairs and metrics. They name what a comparison without texts needs: language pairs, domains and
// documents.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

#include "core/base/status.h"
#include "mtgauge/options.h"
#include "mtgauge/score.h"
#include "parallel/compare/outside_scores.h"

namespace mtgauge {

// The segments of the tables; empty if the scores are not in such tables.
struct OutsideSegments {
  std::vector<std::string> ids;
  std::vector<std::string> langs, documents, domains;  // of the segments; empty if none is named

  // Returns "segment 7 of document 'd' (en-de)".
  std::string Describe(size_t segment) const;
};

// All systems of the files, each with a value for every segment. NaN is a missing score.
struct ScoreTables {
  std::vector<OutsideScores> metrics;
  OutsideSegments segments;
};

// Returns the files with the names of all files that patterns name, and of those in folders, as in
// DIR/*.jsonl.
Result<std::vector<OutsideFiles>> ExpandFolders(const std::vector<OutsideFiles>& scores);

// Joins the files, whose contents follow in order. A score that is given twice is an InputError.
Result<ScoreTables> JoinScoreTables(const std::vector<OutsideFiles>& scores,
                                    const std::vector<std::string>& contents,
                                    const std::optional<std::string>& language_pair,
                                    std::vector<Warning>& warnings);

}  // namespace mtgauge
