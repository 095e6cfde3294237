// Several files as one input: a pattern such as data/train-*.jsonl, or a folder of files.
//
// The files are in natural order: part-2 comes before part-10. Their texts follow each other, as if
// one file had all of them.
#pragma once

#include <string>
#include <vector>

#include "core/base/status.h"
#include "core/input/formats/format.h"

namespace mtgauge {

// Returns true for a folder that is not one of mt-metrics-eval, and for a pattern with *, ? or [,
// unless there is a file with that name.
bool IsFileSet(const std::string& path);

// Returns the files, at least one. A pattern or a folder leaves out names that begin with . or _.
// In a pattern, ** stands for any number of folders.
Result<std::vector<std::string>> FilesOfSet(const std::string& path);

// Opens the first file; the others follow when it has been read.
Result<std::vector<Column>> OpenFileSet(const std::string& path, Role role,
                                        const OpenOptions& options);

}  // namespace mtgauge
