// Writes a Comparison as LaTeX tables for the package booktabs. Material for a caption is in
// comments.
#include <string>

#include "core/report/compare/comparison_writer.h"
#include "core/report/compare/difference_notes.h"
#include "core/report/compare/paper_table.h"
#include "core/report/write_options.h"

namespace mtgauge {

std::string CompareLatex(const Comparison& comparison, const WriteOptions& options) {
  if (comparison.table) return PaperLatex(comparison, options);
  std::string out = "% \\usepackage{booktabs}\n";
  for (const MetricComparison& metric : comparison.metrics) {
    out += '\n';
    const ComparisonPage page = MakePage(comparison, metric, options);
    out += "% " + page.heading + '\n' + LatexTable(page.systems);
    if (!page.pairs.rows.empty()) out += '\n' + LatexTable(page.pairs);
    if (!page.lengths.rows.empty()) out += '\n' + LatexTable(page.lengths);
    for (const std::string& note : page.notes) out += "% " + note + '\n';
  }
  for (const std::string& note : GroupNotes(comparison.metrics, comparison.by, options)) {
    out += "\n% " + note + '\n';
  }
  const std::string note = PaperNote(comparison, options);
  return note.empty() ? out : out + "\n% " + note + '\n';
}

}  // namespace mtgauge
