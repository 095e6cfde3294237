// Compares rows directly from their files: only a few blocks are in memory at a time.
#pragma once

#include <optional>

#include "core/base/status.h"
#include "core/score/job.h"
#include "mtgauge/options.h"
#include "parallel/compare/settings.h"
#include "parallel/score/texts.h"
#include "parallel/significance/kept_rows.h"

namespace mtgauge {

// Scores row files and returns rows that stay in their files. Returns nullopt if the comparison
// needs the rows in memory or the texts are not row files; the texts can then still be scored.
Result<std::optional<KeptScores>> ScoreStoredRows(Job& job, Texts& texts,
                                                  const CompareSettings& settings,
                                                  const RunOptions& run);

}  // namespace mtgauge
