// Names of systems, and which system a name means: a printed name, a file name or path, FILE:NAME
// as inputs are selected, or a part of a file name between dots.
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

// Returns whether one path is the end of the other: "fluent.txt" and "demo/fluent.txt".
bool EndAlike(std::string_view a, std::string_view b);

// Returns whether a part of a file's name between dots is the system's name: for UF, true for
// "newstest2021.de-en.hyp.UF.en".
bool FileNames(std::string_view file, std::string_view system);

// Returns the paths without their common beginnings and ends, in whole parts. Parts are folders,
// the pieces of the file's own name between dots, and FILE and COLUMN; a dot between digits in all
// names separates nothing. Removes the common end first, leaves at least one part of each path, and
// leaves a single path as it is.
std::vector<std::string> ShortNames(const std::vector<std::string>& paths);

// Names systems without a name after their first files, with ShortNames(), or with the whole path
// if another system has that name.
void NameByFiles(std::vector<NamedFiles>& systems);

// Finds the system with exactly this name, or else with this printed name, file name, path or part
// of a file name. Returns nothing if there is none, and a UsageError if there are several.
Result<std::optional<size_t>> FindSystem(const std::string& name,
                                         std::span<const NamedFiles> systems);

}  // namespace mtgauge
