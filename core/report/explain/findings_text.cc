// Writes Findings as text: the comparison, then tables, then segments.
#include "core/report/compare/comparison_writer.h"
#include "core/report/explain/findings_writer.h"
#include "core/report/forms/text_wrap.h"

namespace mtgauge {

std::string FindingsText(const Findings& findings, const WriteOptions& options) {
  std::string out = CompareText(findings.comparison, options);
  for (const FindingsTable& table : TablesOf(findings, options)) {
    out += '\n' + table.heading + "\n\n" + SplitTable(table.table, options.columns);
    for (const std::string& note : table.notes) out += '\n' + WrappedNote(note, options.columns);
  }
  for (const ShownExamples& shown : ExamplesOf(findings, options)) {
    out += '\n' + shown.heading + '\n';
    for (const ShownExample& example : shown.examples) {
      size_t width = 0;
      for (const std::string& name : example.names) width = std::max(width, name.size());
      out += '\n' + example.heading + '\n';
      for (size_t i = 0; i < example.names.size(); ++i) {
        const std::string& name = example.names[i];
        out += "  " + name + std::string(width - name.size() + 2, ' ') + example.texts[i] + '\n';
      }
    }
  }
  return out;
}

}  // namespace mtgauge
