// Segment scores that another program computed, such as COMET's, read from its file.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "core/base/status.h"

namespace mtgauge {

// Every system has a score for every segment, and there is at least one of each.
struct ScoreTable {
  std::vector<std::string> systems;         // empty names where the file does not say
  std::vector<std::vector<double>> scores;  // [system][segment]; finite, or NaN where missing
  std::vector<std::string> ids;             // of segments; empty when the file has none
};

// The form is found by content:
//   - one number a line: one system
//   - columns separated by tabs under a header of system names; a first column called "id",
//     "segment" or the like holds ids
//   - SYSTEM <tab> SCORE, the lines of a system in the order of segments (mt-metrics-eval's
//     .seg.score)
//   - JSON as comet-score writes it, {"FILE": [{"COMET": x}, ...]}, or plain lists of numbers
// "None", "nan", "null" and empty fields are missing scores. Anything else that is not a finite
// number, and systems of unequal length, are InputErrors. `name` is for messages.
absl::StatusOr<ScoreTable> ParseScoreTable(const std::string& name, std::string_view bytes);

}  // namespace mtgauge
