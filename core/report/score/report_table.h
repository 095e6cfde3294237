// A Report as a table for people, with the notes around it.
#pragma once

#include <string>
#include <vector>

#include "core/report/forms/text_table.h"
#include "core/report/write_options.h"
#include "mtgauge/score.h"

namespace mtgauge {

// A row for each system and a column for each metric, followed by what resampling gave.
TextTable ReportTable(const Report& report, const WriteOptions& options);
// The signature of each metric, in the order of the columns. Under --leave-one-out-refs systems may
// differ in theirs.
std::vector<std::string> SignatureNotes(const Report& report);

}  // namespace mtgauge
