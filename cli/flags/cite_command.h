// The command `mtgauge cite` for what another command line scored and tested.
#pragma once

#include <string>

#include "mtgauge/compare.h"
#include "mtgauge/options.h"

namespace mtgauge {

// With the settings that differ from the defaults. The record is empty where no texts were scored.
std::string CiteCommand(const RunRecord& record, const CompareOptions& test);

}  // namespace mtgauge
