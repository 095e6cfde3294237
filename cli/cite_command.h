// The command `mtgauge cite` for what another command line scored and tested.
#pragma once

#include <cstddef>
#include <string>

#include "core/score/job.h"
#include "mtgauge/compare.h"

namespace mtgauge {

// With the settings that differ from the defaults. `job` is null where no texts were scored.
std::string CiteCommand(const JobOptions* job, size_t references, const CompareOptions& test);

}  // namespace mtgauge
