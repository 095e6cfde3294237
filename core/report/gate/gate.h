// The verdict of a gate on a comparison.
#pragma once

#include <string>

#include "mtgauge/compare.h"

namespace mtgauge {

// Finds the systems that are significantly worse than the baseline or, with a margin, that may be
// worse by the margin or more.
GateVerdict GateOf(const Comparison& comparison);
// Returns the verdict in Markdown, to print above a table, as for a pull request.
std::string GateMarkdown(const GateVerdict& verdict);

}  // namespace mtgauge
