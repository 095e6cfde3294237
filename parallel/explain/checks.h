// Checks of the outputs that findings show.
#pragma once

#include <cstdint>

#include "core/base/status.h"
#include "mtgauge/explain.h"

namespace mtgauge {

// Computes Findings::checks from the texts, if there are any. Needs `segments`, `source` and
// `skipped`. Adds a warning if segments are too long for a check.
Status AddChecks(uint32_t threads, Findings& findings);

}  // namespace mtgauge
