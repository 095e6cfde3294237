// The verdict of a gate on a comparison.
#pragma once

#include <string>

#include "mtgauge/compare.h"

namespace mtgauge {

// Which systems are significantly worse than the baseline; with a margin, which may be worse by
// that or more.
GateVerdict GateOf(const Comparison& comparison);
// What a verdict says above a table in Markdown, as for a pull request.
std::string GateMarkdown(const GateVerdict& verdict);

}  // namespace mtgauge
