// Finds text in scripts without spaces between words. Some tokenizers do not split it, so that each
// sentence is one token. Looks at every segment, since only one of many groups may have such text.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "core/text/tokenizer/tokenizer.h"
#include "mtgauge/score.h"

namespace mtgauge {

// What most code points of a segment are.
enum class Script : uint8_t {
  kSpaced,    // any that puts spaces between words
  kHan,       // Chinese characters
  kUnspaced,  // kana, Thai, Lao, Tibetan, Burmese or Khmer, beside Chinese characters or not
};

// Costs three looks at the text unless one of them meets a script without spaces.
Script ScriptOf(std::string_view text);

// How many segments are in such a script. Integers only, so that Merge() in any order is the same.
struct ScriptCounts {
  uint64_t segments = 0;
  uint64_t han = 0, unspaced = 0;

  void Add(Script script);
  void Merge(const ScriptCounts& other);
};

// Whether there is such a script that the tokenizer does not split.
bool LeavesSome(const TokenizerRow& tokenizer);
// Whether the tokenizer leaves most segments as single tokens.
bool LeavesWhole(const TokenizerRow& tokenizer, const ScriptCounts& counts);

// `groups`: those of the segments that it is about; none: all segments.
Warning ScriptWarning(const TokenizerRow& tokenizer, const std::string& system,
                      std::span<const std::string> groups);

}  // namespace mtgauge
