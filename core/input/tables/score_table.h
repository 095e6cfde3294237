// Segment scores that another program computed, such as COMET, read from its file.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "core/base/status.h"

namespace mtgauge {

// Every system has a score for every segment, and there is at least one of each.
struct ScoreTable {
  std::vector<std::string> systems;         // empty names if the file gives none
  std::vector<std::string> metrics;         // of the same columns; empty if the file names none
  std::vector<std::vector<double>> scores;  // [system][segment]; finite, or NaN where missing
  std::vector<std::string> ids;             // of segments; empty if the file has none
  std::vector<std::string> documents;       // of segments; empty if the file names none
};

// Parses a score file. The form is detected from the content:
//   - one number per line: one system
//   - columns under a header of system names, which tabs separate, or commas, semicolons or bars as
//     in CSV. The last column called "id", "segment" or the like in which no value occurs twice
//     contains ids; columns of documents, and those that IsLabelTitle() knows, are no systems
//   - the table that `segments` writes, with columns SYSTEM:METRIC; other columns do not count
//   - a JSON object per line, with a field for each system or as `segments` writes them
//   - SYSTEM <tab> SCORE, the lines of a system in the order of segments (mt-metrics-eval's
//     .seg.score)
//   - JSON as comet-score writes it, {"FILE": [{"COMET": x}, ...]}, or plain lists of numbers
// "None", "nan", "null", "skipped" and empty fields are missing scores. Returns an InputError for
// anything else that is not a finite number, and for systems of different lengths. `name` is for
// messages.
Result<ScoreTable> ParseScoreTable(const std::string& name, std::string_view bytes);

// Keeps the columns of a metric, if the table names metrics: of the one called so, else of the only
// one whose name begins so, in any case, else of the only one. An InputError if there are several.
Result<ScoreTable> OfMetric(const std::string& metric, const std::string& name, ScoreTable table);

}  // namespace mtgauge
