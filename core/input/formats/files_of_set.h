// The files that a pattern, such as data/train-*.jsonl, or a folder stands for.
//
// They are in natural order: part-2 comes before part-10.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "core/base/status.h"

namespace mtgauge {

// Returns true for a folder that is not one of mt-metrics-eval, and for a pattern with *, ? or [,
// unless there is a file with that name.
bool IsFileSet(const std::string& path);

// The file with the order of a data set's files, in a folder that `datasets` saved.
inline constexpr const char* kSavedState = "state.json";

// Returns the bytes of all files that FILE or FILE:COLUMN stands for; 0 if they cannot be known.
uint64_t BytesOfInput(const std::string& input);

// Returns the files, at least one. A pattern or a folder leaves out names that begin with . or _.
// In a pattern, ** stands for any number of folders.
Result<std::vector<std::string>> FilesOfSet(const std::string& path);

// Returns the paths, each set replaced by its files, which need not belong together: their own
// headers tell what they are parts of.
Result<std::vector<std::string>> WithFilesOfSets(const std::vector<std::string>& paths);

// Returns the IoError for a path where nothing is: a pattern without matches, FILE:COLUMN for a
// reader that cannot choose columns, or a file.
Status NoSuchFile(const std::string& path);

}  // namespace mtgauge
