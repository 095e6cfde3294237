// A Report as a table for humans, and its notes.
#pragma once

#include <string>
#include <vector>

#include "core/report/forms/text_table.h"
#include "core/report/write_options.h"
#include "mtgauge/score.h"

namespace mtgauge {

// Makes a row for each system and a column for each metric, followed by the results of resampling.
TextTable ReportTable(const Report& report, const WriteOptions& options);
// Returns the signature of each metric, in the order of the columns. With --leave-one-out-refs,
// systems may have different ones.
std::vector<std::string> SignatureNotes(const Report& report);

}  // namespace mtgauge
