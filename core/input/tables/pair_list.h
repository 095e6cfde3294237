// Reads a table of language pairs and the files of each.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "core/base/status.h"

namespace mtgauge {

// One row; files are as written, and may be shell patterns, except that of the source.
struct PairFiles {
  std::string pair;
  std::vector<std::string> references, outputs, humans;
  std::string source = {};  // empty if the list names none
};

// Reads tab-separated columns under a header: pair, references, outputs, unless it is the same for
// all pairs, human, and for metrics that need it, source; spaces separate the files in a cell.
// Returns an InputError for anything else.
Result<std::vector<PairFiles>> ReadPairList(const std::string& path);
// Parses the same from bytes; `name` is for messages.
Result<std::vector<PairFiles>> ParsePairList(const std::string& name, std::string_view bytes);

// Returns the rows of the pairs `wanted`, however they are spelled, or all rows if it is empty.
std::vector<PairFiles> ChosenPairs(std::vector<PairFiles> rows,
                                   const std::vector<std::string>& wanted);
// Returns the files that a pattern of a cell stands for, sorted; none if no file matches. A name
// that is not a pattern stands for itself.
std::vector<std::string> MatchingFiles(const std::string& pattern);

}  // namespace mtgauge
