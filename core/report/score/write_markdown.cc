// Writes a Report as a Markdown table, with the signatures below.
#include "core/report/gate/gate.h"
#include "core/report/score/report_table.h"
#include "core/report/write_options.h"

namespace mtgauge {

std::string WriteMarkdown(const Report& report, const WriteOptions& options) {
  std::string out = report.gate ? GateMarkdown(*report.gate) : "";
  out += MarkdownTable(ReportTable(report, options)) + '\n';
  for (const std::string& note : SignatureNotes(report)) out += "- `" + note + "`\n";
  return out;
}

}  // namespace mtgauge
