// Writes the `mtgauge cite` command for the metrics and tests of another command line.
#pragma once

#include <string>

#include "cli/flags/flags.h"
#include "mtgauge/compare.h"
#include "mtgauge/options.h"

namespace mtgauge {

// Returns the command with the settings that differ from the defaults; empty if `cite` lacks one
// that the signatures tell. The record is empty if no texts were scored.
std::string CiteCommand(const RunRecord& record, const LowArgs& in_effect,
                        const Comparison& comparison);

}  // namespace mtgauge
