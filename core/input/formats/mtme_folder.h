// Folders as mt-metrics-eval lays them out (its README, "File organization and naming convention"),
// for one language pair: references/PAIR.NAME.txt, system-outputs/PAIR/SYSTEM.txt, and the
// documents of the segments in documents/PAIR.docs.
#pragma once

#include <string>
#include <vector>

#include "core/base/status.h"
#include "core/input/formats/format.h"

namespace mtgauge {

bool IsMtmeFolder(const std::string& path);

// What the folder calls a language pair that may be written otherwise.
std::string MtmePair(const std::string& path, const std::string& pair);

// The references or the systems of options.language_pair, by their names. Read as a whole.
absl::StatusOr<std::vector<Column>> OpenMtmeFolder(const std::string& path, Role role,
                                                   const OpenOptions& options);

}  // namespace mtgauge
