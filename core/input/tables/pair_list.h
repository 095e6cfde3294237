// A table of language pairs and the files of each.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "core/base/status.h"

namespace mtgauge {

// One row; files as they stand, which may be patterns of the shell's.
struct PairFiles {
  std::string pair;
  std::vector<std::string> references, outputs, humans;
};

// Columns under a header, separated by tabs: pair, references, outputs and, unless all pairs have
// the same, human; spaces separate the files of a cell. Anything else is an InputError.
absl::StatusOr<std::vector<PairFiles>> ReadPairList(const std::string& path);
// The same from bytes; `name` is for messages.
absl::StatusOr<std::vector<PairFiles>> ParsePairList(const std::string& name,
                                                     std::string_view bytes);

}  // namespace mtgauge
