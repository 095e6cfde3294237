// What the JSON forms share. Strings that are not UTF-8 (file names) get U+FFFD, so that the output
// is JSON whatever the names; numbers that are not finite become null.
#pragma once

#include <nlohmann/json.hpp>
#include <string>
#include <string_view>
#include <vector>

#include "core/report/write_options.h"
#include "mtgauge/score.h"

namespace mtgauge {

using Json = nlohmann::ordered_json;

// indent -1: on one line.
std::string DumpJson(const Json& json, int indent);
// "configuration": version, the step as a job file has it, and every option of each metric.
Json ConfigJson(const WriteOptions& options);
Json WarningsJson(const std::vector<Warning>& warnings);
// "gate": whether all is as required, and every failure.
Json GateJson(const GateVerdict& gate);
// What a score is made of, by name.
Json DetailsJson(const std::vector<Detail>& details);
// null where there is no perfect score
Json ScaleJson(double scale);
// null for an empty text
Json TextOrNull(std::string_view text);

}  // namespace mtgauge
