// What systems are called, and which system a name is of: the name that is printed, the name of its
// file or a path to it, FILE:NAME, as inputs are selected, or a part of the file's name between
// dots.
#pragma once

#include <cstddef>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "core/base/status.h"
#include "mtgauge/options.h"

namespace mtgauge {

// Whether both end in the same file: "fluent.txt" and "demo/fluent.txt".
bool EndAlike(std::string_view a, std::string_view b);

// "newstest2021.de-en.hyp.UF.en" is a file of the system UF: its name stands between dots.
bool FileNames(std::string_view file, std::string_view system);

// What tells files apart: their paths without what all begin and end with, in whole parts. Parts
// are folders, what stands between the dots of the file's own name, and FILE and COLUMN; a dot
// between digits in all of the names divides none. The common end goes first, at least one part is
// left of each, and a single path stays as it is.
std::vector<std::string> ShortNames(const std::vector<std::string>& paths);

// Names systems that have no name after their first files, by ShortNames(); by the whole path where
// another system has that name.
void NameByFiles(std::vector<NamedFiles>& systems);

// The system of this very name; else of this printed name, file name, path or part of a file name.
// Nothing: there is none. A UsageError where several are.
absl::StatusOr<std::optional<size_t>> FindSystem(const std::string& name,
                                                 std::span<const NamedFiles> systems);

}  // namespace mtgauge
