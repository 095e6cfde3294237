// Writes a Report as aligned columns, for a terminal, with the signatures below.
#include "core/report/forms/text_wrap.h"
#include "core/report/score/report_table.h"
#include "core/report/score/report_writer.h"

namespace mtgauge {

std::string WriteTable(const Report& report, const WriteOptions& options) {
  std::string out = SplitTable(ReportTable(report, options), options.columns) + '\n';
  for (const std::string& note : SignatureNotes(report)) out += WrappedNote(note, options.columns);
  return out;
}

}  // namespace mtgauge
