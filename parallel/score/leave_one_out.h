// How good are the references? Each is scored as a system against the others.
#pragma once

#include "core/base/status.h"
#include "core/request/texts.h"
#include "mtgauge/score.h"

namespace mtgauge {

// The systems, unless there are none (`systems` is false), against all references, and then each
// reference against the others. The references are read several times, so they must be files.
absl::StatusOr<Report> ScoreLeavingOneOut(const TextSettings& settings, bool systems,
                                          const RunOptions& run);

}  // namespace mtgauge
