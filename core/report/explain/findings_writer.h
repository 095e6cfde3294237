// Output formats of Findings. To add one: a file findings_NAME.cc and its row in
// findings_writer.cc.
#pragma once

#include <span>
#include <string>
#include <vector>

#include "core/report/answer_format.h"
#include "core/report/forms/text_table.h"
#include "mtgauge/explain.h"
#include "mtgauge/report.h"

namespace mtgauge {

template <>
std::span<const AnswerFormat<Findings>> FormatsOf();

// A table of the part of text and Markdown after the comparison, without empty kinds.
struct FindingsTable {
  std::string heading;
  TextTable table;
  std::vector<std::string> notes = {};
};
// Returns the figures behind each metric's scores, with a column for each system.
std::vector<FindingsTable> DetailsOf(const Findings& findings);
// Returns the shares of broken outputs. The table has no rows if there is none; a note then says
// what was looked for. Needs checks.
FindingsTable ChecksOf(const Findings& findings);
// Returns the details, and all tables that follow them.
std::vector<FindingsTable> TablesOf(const Findings& findings, const WriteOptions& options);

// A segment that one system translates better, with the words of each output that are not in the
// reference.
struct ShownExample {
  std::string heading;             // "Segment 3 (id 17)"
  std::vector<std::string> names;  // "reference", and e.g. "A (55.1)" for the systems
  std::vector<std::string> texts;  // [name]; words that are not in the reference are in [brackets]
};
struct ShownExamples {
  std::string heading;  // "Segments that A does better than B, by BLEU"
  std::vector<ShownExample> examples;
};
std::vector<ShownExamples> ExamplesOf(const Findings& findings, const WriteOptions& options);

std::string FindingsText(const Findings& findings, const WriteOptions& options);
std::string FindingsJson(const Findings& findings, const WriteOptions& options);
std::string FindingsMarkdown(const Findings& findings, const WriteOptions& options);

}  // namespace mtgauge
