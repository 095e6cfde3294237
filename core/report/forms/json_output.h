// Functions that the JSON formats share. In strings that are not UTF-8 (file names), invalid bytes
// become U+FFFD, so that the output is always valid JSON. Numbers that are not finite become null.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "core/fields/fields.h"
#include "core/report/write_options.h"
#include "mtgauge/score.h"

namespace mtgauge {

// indent is -1 for output on one line.
std::string DumpJson(const Json& json, int indent);
// Returns "configuration": the version, the step as in a job file, and all options of each metric.
Json ConfigJson(const WriteOptions& options);
Json WarningsJson(const std::vector<Warning>& warnings);
// Returns "gate": whether it passed, its verdict, and all failures.
Json GateJson(const GateVerdict& gate);
// Returns the details of a score, by name.
Json DetailsJson(const std::vector<Detail>& details);
// Returns null if there is no perfect score.
Json ScaleJson(double scale);
// Returns null for an empty text.
Json TextOrNull(std::string_view text);

}  // namespace mtgauge
