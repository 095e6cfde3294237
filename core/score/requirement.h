// A bound of scores as typed: 'bleu>=30'.
#pragma once

#include <string>
#include <string_view>

#include "core/base/status.h"
#include "mtgauge/score.h"

namespace mtgauge {

// Returns a UsageError if the text is not a bound.
absl::StatusOr<Requirement> ParseRequirement(const std::string& text);

// Returns ">=", "<=", ">" or "<".
std::string_view SignOf(Requirement::Relation relation);

}  // namespace mtgauge
