// Test sets in sacreBLEU's cache: the segments and fields that its options select.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "core/base/status.h"
#include "core/input/sacrebleu/texts.h"

namespace mtgauge {

// Splits "wmt17,wmt18" into its parts.
std::vector<std::string> TestSetNames(const SacreBleuInputs& inputs);

// Returns which segments of the test sets `origlang` and `subset` keep; empty means all.
Result<std::vector<bool>> KeptSegments(const SacreBleuInputs& inputs);

// Returns the values of a field in the test sets, without duplicates, sorted; for "domain" the
// values that `subset` can select. Empty if no set has the field.
Result<std::vector<std::string>> TestSetValues(const SacreBleuInputs& inputs,
                                               std::string_view field);

// Lists the fields of a test set by language pair; without a test set, the sets in the cache and
// their pairs.
Result<std::string> ListTestSets(const SacreBleuInputs& inputs);

// Returns the kept lines of these fields ("src", "ref", or "all"), separated by tabs, set after
// set.
Result<std::string> EchoTestSets(const SacreBleuInputs& inputs,
                                 const std::vector<std::string>& fields);

}  // namespace mtgauge
