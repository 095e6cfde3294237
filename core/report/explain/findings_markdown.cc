// Writes Findings as Markdown.
#include "core/report/compare/comparison_writer.h"
#include "core/report/explain/findings_writer.h"

namespace mtgauge {

std::string FindingsMarkdown(const Findings& findings, const WriteOptions& options) {
  std::string out = "## Scores\n\n" + CompareMarkdown(findings.comparison, options);
  for (const FindingsTable& table : TablesOf(findings, options)) {
    out += "\n## " + MarkdownText(table.heading) + "\n\n" + MarkdownTable(table.table);
    for (const std::string& note : table.notes) out += '\n' + MarkdownText(note) + '\n';
  }
  for (const ShownExamples& shown : ExamplesOf(findings, options)) {
    out += "\n## " + MarkdownText(shown.heading) + '\n';
    for (const ShownExample& example : shown.examples) {
      out += "\n**" + MarkdownText(example.heading) + "**\n\n";
      for (size_t i = 0; i < example.names.size(); ++i) {
        out += "- " + MarkdownText(example.names[i]) + ": " + MarkdownText(example.texts[i]) + '\n';
      }
    }
  }
  return out;
}

}  // namespace mtgauge
