// The files that a pattern, such as data/train-*.jsonl, or a folder stands for.
//
// They are in natural order: part-2 comes before part-10.
#pragma once

#include <string>
#include <vector>

#include "core/base/status.h"

namespace mtgauge {

// Returns true for a folder that is not one of mt-metrics-eval, and for a pattern with *, ? or [,
// unless there is a file with that name.
bool IsFileSet(const std::string& path);

// Returns the files, at least one. A pattern or a folder leaves out names that begin with . or _.
// In a pattern, ** stands for any number of folders.
Result<std::vector<std::string>> FilesOfSet(const std::string& path);

}  // namespace mtgauge
