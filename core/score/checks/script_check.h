// Detects text in scripts without spaces between words. Some tokenizers do not split it, so that
// each sentence is one token. Looks at every segment, since only one of many groups may contain it.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "core/text/tokenizer/tokenizer.h"
#include "mtgauge/score.h"

namespace mtgauge {

// The script of most code points of a segment.
enum class Script : uint8_t {
  kSpaced,    // any that puts spaces between words
  kHan,       // Chinese characters
  kUnspaced,  // kana, Thai, Lao, Tibetan, Burmese or Khmer, with or without Chinese characters
};

// Costs three looks at the text unless one of them meets a script without spaces.
Script ScriptOf(std::string_view text);

// Counts segments in such scripts. Integers only, so the order of Merge() does not matter.
struct ScriptCounts {
  uint64_t segments = 0;
  uint64_t han = 0, unspaced = 0;

  void Add(Script script);
  void Merge(const ScriptCounts& other);
};

// Returns whether there is such a script that the tokenizer does not split.
bool LeavesSome(const TokenizerRow& tokenizer);
// Returns whether the tokenizer leaves most segments as single tokens.
bool LeavesWhole(const TokenizerRow& tokenizer, const ScriptCounts& counts);

// `groups`: the groups that the warning is about; empty for all segments.
Warning ScriptWarning(const TokenizerRow& tokenizer, const std::string& system,
                      std::span<const std::string> groups);

}  // namespace mtgauge
