// Error spans that people or programs marked in the outputs of named systems, read from a file.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/base/status.h"
#include "mtgauge/spans.h"

namespace mtgauge {

// An error span in characters: [start, end), start < end.
struct MarkedSpan {
  uint32_t start = 0, end = 0;
  bool in_source = false;
  std::string severity, category;  // severity in lower case; empty if the file gives none
};

// The output of a system for a segment. Texts that a file does not give are empty.
struct JudgedText {
  std::string pair, system, document, item;

  friend auto operator<=>(const JudgedText&, const JudgedText&) = default;
};

// Returns the names of an output, for messages.
std::string Described(const JudgedText& output);
// Returns the number of code points.
int64_t LengthInCharacters(std::string_view text);

// All spans that a rater marked in an output.
struct SpanJudgement {
  JudgedText output;
  std::string rater;  // or round; empty if the file names none
  uint64_t line = 0;  // in the file; of its first row
  std::vector<MarkedSpan> spans;
  std::optional<std::string> text;  // the output, if the file has it
};

struct SpanTable {
  std::string file;
  std::string_view form;                  // "wmt24"
  SpanEnd end = SpanEnd::kExclusive;      // how ends were read
  std::vector<SpanJudgement> judgements;  // no rater twice for one output
  // What is not a span, and what was not read as it stands.
  uint64_t omissions = 0;         // errors without a place, such as a missing word
  uint64_t not_found = 0;         // texts that the output does not have: spans beside it
  uint64_t vanished = 0;          // spans without a character, left out as in the shared task
  uint64_t cut = 0;               // spans that were cut at the end of the text
  uint64_t unknown_severity = 0;  // spans left out, since the shared task has no such severity
};

struct SpanReading {
  std::optional<SpanEnd> end;  // what the form says if unset
  bool as_wmt25 = false;       // cuts spans at the end of the text, as WMT25's script
};

// Reads a file; FILE:NAME keeps only the judgements of this rater or round. The form is detected
// from the content; span_table.cc has the list. Returns an InputError for a span outside its text,
// without characters, or with a place that is no number; and for a second judgement of the same
// output, unless the form lets the last one count.
Result<SpanTable> ReadSpanTable(const std::string& path, const SpanReading& reading = {});
// Returns whether the bytes of a file have one of the known forms.
bool IsSpanTable(std::string_view bytes);
// Adds warnings about what is not a span, and what was not read as it stands.
void WarnOfReading(const SpanTable& table, std::vector<Warning>& warnings);
// Parses the same from bytes; `name` is for messages.
Result<SpanTable> ParseSpanTable(const std::string& name, std::string_view bytes,
                                 const SpanReading& reading = {});

}  // namespace mtgauge
