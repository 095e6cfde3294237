// Divides one document's output into one part per segment.
#pragma once

#include <atomic>
#include <cstdint>
#include <string>
#include <vector>

#include "core/base/status.h"
#include "core/text/tokenizing/tokenizer.h"
#include "mtgauge/resegment.h"

namespace mtgauge {

// The texts of one document; not owned.
struct DocumentTexts {
  std::string name;                                         // for messages
  std::vector<std::vector<const std::string*>> references;  // [reference][segment]; null if missing
  std::vector<const std::string*> lines;                    // lines of the output
};

struct CutDocument {
  std::vector<std::string> segments;  // original text of the output
  uint64_t edits = 0, tokens = 0;
  uint64_t reference_tokens = 0;  // of the first reference of each segment
  DocumentGaps gaps;
};

// Divides the output. Every segment must have a reference. A part begins after white space, or next
// to a character of a script without spaces. Returns a Cancelled error if `stop` was set.
Result<CutDocument> CutLines(const DocumentTexts& texts, const TokenizerRow& tokenizer,
                             bool lowercase, const std::atomic<bool>* stop);

}  // namespace mtgauge
