// What people call metrics: other spellings and other tools' names.
#pragma once

#include <string>
#include <vector>

#include "core/base/status.h"

namespace mtgauge {

// Specs as they were typed, each under its metric's own name: "chrF++" is chrf:nw=2, "bleu,TER" are
// bleu and ter. A name of several meanings is an error that lists them; an unknown one stays as it
// is.
absl::StatusOr<std::vector<std::string>> ReadMetricSpecs(const std::vector<std::string>& typed);

}  // namespace mtgauge
