// Checks that scores have the signatures that their user wants.
#pragma once

#include <string>
#include <vector>

#include "core/base/status.h"
#include "mtgauge/score.h"

namespace mtgauge {

// Returns an error for the first score of the systems and groups, and the first mean over groups,
// whose signature is none of these, and for a signature that no score has. That of a mean stands
// for those of its scores, too.
Status CheckSignatures(const std::vector<std::string>& wanted, const Report& report);

}  // namespace mtgauge
