// What sacreBLEU's options ask of the test sets in its cache: which segments, which fields.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "core/base/status.h"
#include "core/input/sacrebleu/texts.h"

namespace mtgauge {

// "wmt17,wmt18" as its parts.
std::vector<std::string> TestSetNames(const SacreBleuInputs& inputs);

// Which segments of the test sets `origlang` and `subset` keep; empty: all.
absl::StatusOr<std::vector<bool>> KeptSegments(const SacreBleuInputs& inputs);

// The values of a field in the test sets, each once, sorted; of "domain" what `subset` knows.
// Empty: none tells it.
absl::StatusOr<std::vector<std::string>> TestSetValues(const SacreBleuInputs& inputs,
                                                       std::string_view field);

// With a test set its fields by pair, otherwise the sets of the cache and their pairs.
absl::StatusOr<std::string> ListTestSets(const SacreBleuInputs& inputs);

// The kept lines of these fields ("src", "ref", or "all") between tabs, set after set.
absl::StatusOr<std::string> EchoTestSets(const SacreBleuInputs& inputs,
                                         const std::vector<std::string>& fields);

}  // namespace mtgauge
