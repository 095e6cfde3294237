// Folders in the layout of mt-metrics-eval (its README, "File organization and naming convention"),
// for one language pair: references/PAIR.NAME.txt, system-outputs/PAIR/SYSTEM.txt, and the
// documents of the segments in documents/PAIR.docs. Texts may be JSON Lines instead, as in WMT25:
// PAIR.NAME.jsonl with the field target, SYSTEM.jsonl with the field hypothesis.
#pragma once

#include <string>
#include <vector>

#include "core/base/status.h"
#include "core/input/formats/format.h"

namespace mtgauge {

bool IsMtmeFolder(const std::string& path);

// Returns the folder's spelling of a language pair.
std::string MtmePair(const std::string& path, const std::string& pair);

// Reads the references or the systems of options.language_pair into memory, with their names.
Result<std::vector<Column>> OpenMtmeFolder(const std::string& path, Role role,
                                           const OpenOptions& options);

}  // namespace mtgauge
