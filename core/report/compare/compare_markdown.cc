// Writes a Comparison as Markdown: pipe tables. They have no rules inside, so only the ranks show
// clusters.
#include <string>

#include "core/report/compare/agreement_page.h"
#include "core/report/compare/comparison_writer.h"
#include "core/report/compare/difference_notes.h"
#include "core/report/compare/paper_table.h"
#include "core/report/gate/gate.h"
#include "core/report/write_options.h"

namespace mtgauge {

namespace {

std::string Tables(const Comparison& comparison, const WriteOptions& options) {
  std::string out;
  for (const MetricComparison& metric : comparison.metrics) {
    if (!out.empty()) out += '\n';
    const ComparisonPage page = MakePage(comparison, metric, options);
    out += "`" + page.heading + "`\n\n" + MarkdownTable(page.systems) + '\n';
    if (!page.pairs.rows.empty()) out += MarkdownTable(page.pairs) + '\n';
    if (!page.lengths.rows.empty()) out += MarkdownTable(page.lengths) + '\n';
    for (const std::string& note : page.notes) out += "- " + MarkdownText(note) + '\n';
  }
  for (const std::string& note : GroupNotes(comparison.metrics, comparison.by, options)) {
    out += '\n' + MarkdownText(note) + '\n';
  }
  for (const HumanAgreement& agreement : comparison.agreement) {
    const AgreementPage page = MakeAgreementPage(agreement, options);
    out += "\n" + MarkdownText(page.heading) + "\n\n" + MarkdownTable(page.annotators);
    if (!page.pairs.rows.empty()) out += '\n' + MarkdownTable(page.pairs);
  }
  const std::string note = PaperNote(comparison, options);
  return note.empty() ? out : out + "\n" + note + '\n';
}

}  // namespace

std::string CompareMarkdown(const Comparison& comparison, const WriteOptions& options) {
  const std::string verdict = comparison.gate ? GateMarkdown(*comparison.gate) : "";
  return verdict +
         (comparison.table ? PaperMarkdown(comparison, options) : Tables(comparison, options));
}

}  // namespace mtgauge
