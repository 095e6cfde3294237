// The record of a run (mtgauge/report.h), as output formats write it.
#pragma once

#include <string>
#include <string_view>

#include "mtgauge/report.h"

namespace mtgauge {

// The key of the references, which have no option of their own.
inline constexpr std::string_view kReferencesKey = "references";

// Returns true if the text is a number as JSON and job files write it, so that it reads back
// unchanged.
bool IsPlainNumber(const std::string& text);

}  // namespace mtgauge
