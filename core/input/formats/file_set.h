// Several files as one input: a pattern such as data/train-*.jsonl, or a folder of files.
//
// Their texts follow each other, as if one file had all of them.
#pragma once

#include <string>
#include <vector>

#include "core/base/status.h"
#include "core/input/formats/format.h"

namespace mtgauge {

// Opens the first file; the others follow when it has been read.
Result<std::vector<Column>> OpenFileSet(const std::string& path, Role role,
                                        const OpenOptions& options);

}  // namespace mtgauge
