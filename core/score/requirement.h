// A bound of scores as typed: 'bleu>=30' or 'bleu>=baseline-0.5'.
#pragma once

#include <string>

#include "core/base/status.h"
#include "mtgauge/score.h"

namespace mtgauge {

// Returns a UsageError if the text is not a bound.
Result<Requirement> ParseRequirement(const std::string& text);

// Returns ">= 30" or ">= baseline-0.5".
std::string RelationOf(const Requirement& requirement);

}  // namespace mtgauge
