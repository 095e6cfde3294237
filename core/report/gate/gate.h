// The verdict of a gate on a comparison, and its words.
#pragma once

#include <string>
#include <string_view>

#include "core/fields/fields.h"
#include "mtgauge/compare.h"

namespace mtgauge {

// Appends the systems that are significantly worse than the baseline or, with a margin, that may be
// worse by the margin or more. A system whose scores cannot be tested fails as undecided, unless
// nothing needs to be tested: it equals the baseline or, without a margin, is not worse.
void AddGate(const Comparison& comparison, GateVerdict& verdict);
// Returns "pass", "fail" or "undecided".
std::string_view NameOf(Verdict verdict);
// Returns the verdict in Markdown, to print above a table, as for a pull request.
std::string GateMarkdown(const GateVerdict& verdict);
// The JSON library calls this.
void to_json(Json& json, const GateVerdict& gate);

}  // namespace mtgauge
