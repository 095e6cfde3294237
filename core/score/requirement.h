// A bound of scores as it is typed: 'bleu>=30'.
#pragma once

#include <string>
#include <string_view>

#include "core/base/status.h"
#include "mtgauge/score.h"

namespace mtgauge {

// A UsageError for what is not a bound.
absl::StatusOr<Requirement> ParseRequirement(const std::string& text);

// ">="
std::string_view SignOf(Requirement::Relation relation);

}  // namespace mtgauge
