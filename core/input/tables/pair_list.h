// Reads a table of language pairs and the files of each.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "core/base/status.h"

namespace mtgauge {

// One row; files are as written, and may be shell patterns.
struct PairFiles {
  std::string pair;
  std::vector<std::string> references, outputs, humans;
};

// Reads tab-separated columns under a header: pair, references, outputs and, unless it is the same
// for all pairs, human; spaces separate the files in a cell. Returns an InputError for anything
// else.
Result<std::vector<PairFiles>> ReadPairList(const std::string& path);
// Parses the same from bytes; `name` is for messages.
Result<std::vector<PairFiles>> ParsePairList(const std::string& name, std::string_view bytes);

}  // namespace mtgauge
