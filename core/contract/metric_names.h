// Alternative names of metrics: other spellings and other tools' names.
#pragma once

#include <string>
#include <vector>

#include "core/base/status.h"

namespace mtgauge {

// Replaces alternative names in specs by the metrics' own names: "chrF++" becomes chrf:nw=2,
// "bleu,TER" becomes bleu and ter. An ambiguous name is an error that lists its meanings; an
// unknown one is left unchanged.
Result<std::vector<std::string>> ReadMetricSpecs(const std::vector<std::string>& typed);

}  // namespace mtgauge
