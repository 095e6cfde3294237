// --leave-one-out-refs: how good are the references? Each is scored as a system against the others.
#pragma once

#include "cli/flags.h"
#include "cli/settings.h"
#include "cli/verbs.h"
#include "core/base/status.h"
#include "mtgauge/score.h"

namespace mtgauge {

// The systems of -i, if any, against all references, and then each reference against the others.
// The references are read several times, so they must be files.
absl::StatusOr<Report> ScoreLeavingOneOut(const ScoringSettings& settings, const LowArgs& args,
                                          const Program& program);

}  // namespace mtgauge
