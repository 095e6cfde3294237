// Writes a Report as a LaTeX table for the package booktabs. Material for a caption is in comments.
#include "core/report/score/report_table.h"
#include "core/report/write_options.h"

namespace mtgauge {

std::string WriteLatex(const Report& report, const WriteOptions& options) {
  std::string out = "% \\usepackage{booktabs}\n" + LatexTable(ReportTable(report, options));
  for (const std::string& note : SignatureNotes(report)) out += "% " + note + '\n';
  return out;
}

}  // namespace mtgauge
