// Writes a Comparison as text: aligned columns, a rule between clusters, notes below.
#include <string>

#include "core/report/compare/agreement_page.h"
#include "core/report/compare/comparison_writer.h"
#include "core/report/compare/difference_notes.h"
#include "core/report/compare/paper_table.h"
#include "core/report/forms/text_wrap.h"
#include "core/report/write_options.h"

namespace mtgauge {
std::string CompareText(const Comparison& comparison, const WriteOptions& options) {
  if (comparison.table) return PaperText(comparison, options);
  std::string out;
  for (const MetricComparison& metric : comparison.metrics) {
    if (!out.empty()) out += '\n';
    const ComparisonPage page = MakePage(comparison, metric, options);
    out += page.heading + "\n\n" + AlignedTable(page.systems) + '\n';
    if (!page.pairs.rows.empty()) out += SplitTable(page.pairs, options.columns) + '\n';
    if (!page.lengths.rows.empty()) out += SplitTable(page.lengths, options.columns) + '\n';
    for (const std::string& note : page.notes) out += WrappedNote(note, options.columns);
  }
  for (const std::string& note : GroupNotes(comparison.metrics, comparison.by, options)) {
    out += '\n' + Paragraph(note, 0, options.columns);
  }
  for (const HumanAgreement& agreement : comparison.agreement) {
    const AgreementPage page = MakeAgreementPage(agreement, options);
    out += "\n" + page.heading + "\n\n" + AlignedTable(page.annotators);
    if (!page.pairs.rows.empty()) out += '\n' + AlignedTable(page.pairs);
  }
  const std::string note = PaperNote(comparison, options);
  return note.empty() ? out : out + '\n' + Paragraph(note, 0, options.columns);
}

}  // namespace mtgauge
