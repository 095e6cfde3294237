// Turns what a request says about tests into the conventions for comparing systems.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

#include "core/base/status.h"
#include "mtgauge/compare.h"
#include "mtgauge/options.h"
#include "mtgauge/score.h"

namespace mtgauge {

// Returns the seed of the request, or else of $SACREBLEU_SEED, or else the default.
Result<uint64_t> ResolveSeed(const SeedOption& option);

// Returns everything except the baseline, whose index depends on the systems' names.
Result<CompareOptions> ResolveTest(const CompareRequest& request);

// Returns a UsageError if sacreBLEU's generator cannot resample these systems.
Status CheckGenerator(const CompareRequest& request, const std::vector<NamedFiles>& systems,
                      const CompareOptions& options);

// Returns the conventions of sacreBLEU's resampling; nothing if the request has none.
Result<std::optional<CompareOptions>> ResolveResampling(const ScoreRequest& request);
// Checks that the request suits the number of systems, which is known only after opening the files.
Status CheckResampledSystems(const ScoreOptions& request, size_t systems);

}  // namespace mtgauge
