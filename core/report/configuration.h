// The record of a run (mtgauge/report.h), as forms write it.
#pragma once

#include <string>
#include <string_view>

#include "mtgauge/report.h"

namespace mtgauge {

// What has no option of its own: the references.
inline constexpr std::string_view kReferencesKey = "references";

// Whether the text is a number as JSON and job files write it, so that it reads back the same.
bool IsPlainNumber(const std::string& text);

}  // namespace mtgauge
