// Forms of output of Findings. To add one: a file findings_NAME.cc and its row in
// findings_writer.cc.
#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "core/report/forms/text_table.h"
#include "mtgauge/explain.h"
#include "mtgauge/report.h"

namespace mtgauge {

struct FindingsFormat {
  std::string_view name;
  std::string (*write)(const Findings&, const WriteOptions&);
};

// All formats; the first one (text) is the default.
std::span<const FindingsFormat> FindingsFormats();

// The part of text and Markdown after the comparison: tables under headings, without empty kinds.
struct FindingsTable {
  std::string heading;
  TextTable table;
};
// The figures behind the scores of each metric; a column for each system.
std::vector<FindingsTable> DetailsOf(const Findings& findings);
// These, and all that follow.
std::vector<FindingsTable> TablesOf(const Findings& findings, const WriteOptions& options);

// A segment that one system does better, with the words of each output that the reference has not.
struct ShownExample {
  std::string heading;             // "Segment 3 (id 17)"
  std::vector<std::string> names;  // "reference", and "A (55.1)" of the systems
  std::vector<std::string> texts;  // [name]; words that the reference lacks in [brackets]
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
