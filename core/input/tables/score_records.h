// Scores of several systems as JSON Lines, an object for each segment.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "core/base/status.h"
#include "core/input/tables/text_file.h"

namespace mtgauge {

struct ScoreRecords {
  TableRows table;
  bool has_header = true;
};

// Returns the objects as the table that has the same under a header: a column for each field, and
// SYSTEM:METRIC for scores as `segments -f jsonl` writes them. A field that is not there is empty.
// Of comet-score's objects, only the scores are taken, without a header. Nothing if the text is not
// an object on each line, or is a single one without an id and a score.
Result<std::optional<ScoreRecords>> CutScoreRecords(const std::string& name,
                                                    std::string_view bytes);

}  // namespace mtgauge
