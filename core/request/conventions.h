// What a request says about tests comes to the conventions that systems are compared under.
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

// The seed of the request, or of $SACREBLEU_SEED.
absl::StatusOr<uint64_t> ResolveSeed(const SeedOption& option);

// Everything but the baseline, whose index needs the systems' names.
absl::StatusOr<CompareOptions> ResolveTest(const CompareRequest& request);

// What the generator of sacreBLEU's resamples cannot draw of these systems is a UsageError.
absl::Status CheckGenerator(const CompareRequest& request, const std::vector<NamedFiles>& systems,
                            const CompareOptions& options);

// sacreBLEU's resampling of scores; nothing where the request asks for none.
absl::StatusOr<std::optional<CompareOptions>> ResolveResampling(const ScoreRequest& request);
// Whether what it asks for goes with this many systems, which only opened files can tell.
absl::Status CheckResampledSystems(const ScoreOptions& request, size_t systems);

}  // namespace mtgauge
