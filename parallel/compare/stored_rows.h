// Compares rows in their files: only a few blocks are in memory at a time.
#pragma once

#include <optional>

#include "core/base/status.h"
#include "core/score/job.h"
#include "mtgauge/options.h"
#include "parallel/compare/kept_rows.h"
#include "parallel/compare/settings.h"
#include "parallel/score/texts.h"

namespace mtgauge {

// A finished scoring run whose rows stay in their files; nothing where the comparison must have
// them in memory, or the texts are no row files. The texts can be scored again then.
absl::StatusOr<std::optional<KeptScores>> ScoreStoredRows(Job& job, Texts& texts,
                                                          const CompareSettings& settings,
                                                          const RunOptions& run);

}  // namespace mtgauge
