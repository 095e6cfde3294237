// A table of systems and metrics, as in papers: the best score of each metric and its cluster in
// bold, marks against a baseline, and a caption that explains the table.
#pragma once

#include <string>

#include "core/report/write_options.h"
#include "mtgauge/compare.h"

namespace mtgauge {

// Write a Comparison whose `table` is set, in each format.
std::string PaperText(const Comparison& comparison, const WriteOptions& options);
std::string PaperLatex(const Comparison& comparison, const WriteOptions& options);
std::string PaperMarkdown(const Comparison& comparison, const WriteOptions& options);
std::string PaperHtml(const Comparison& comparison, const WriteOptions& options);

}  // namespace mtgauge
