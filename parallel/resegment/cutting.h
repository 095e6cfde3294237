// One document's output cut into parts for its segments.
#pragma once

#include <atomic>
#include <cstdint>
#include <string>
#include <vector>

#include "core/base/status.h"
#include "core/text/tokenizer/tokenizer.h"

namespace mtgauge {

// Texts of one document. They are somebody else's.
struct DocumentTexts {
  std::string name;                                         // for messages
  std::vector<std::vector<const std::string*>> references;  // [reference][segment]; null: missing
  std::vector<const std::string*> lines;                    // of the output
};

struct CutDocument {
  std::vector<std::string> segments;  // of the output's text
  uint64_t edits = 0, tokens = 0;
  uint64_t reference_tokens = 0;  // of the first reference that each segment has
};

// Every segment has a reference. A part begins after white space, or beside a character of a script
// without spaces. A Cancelled error where `stop` was set meanwhile.
absl::StatusOr<CutDocument> CutLines(const DocumentTexts& texts, const TokenizerRow& tokenizer,
                                     bool lowercase, const std::atomic<bool>* stop);

}  // namespace mtgauge
