// Measures the quality of references: scores each one as a system against the others.
#pragma once

#include "core/base/status.h"
#include "core/request/texts.h"
#include "mtgauge/score.h"

namespace mtgauge {

// Scores the systems against all references (unless `systems` is false), and then each reference
// against the others. The references are read several times, so they must be files.
Result<Report> ScoreLeavingOneOut(const TextSettings& settings, bool systems,
                                  const RunOptions& run);

}  // namespace mtgauge
