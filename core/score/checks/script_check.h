// Finds text in scripts that put no spaces between words, which some tokenizers leave whole: the
// score is then one of whole sentences. Looks at every segment, since one group of many may hold
// such text.
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

// Whether the tokenizer leaves any such script whole.
bool LeavesSome(const TokenizerRow& tokenizer);
// Whether most segments come out of the tokenizer as whole sentences.
bool LeavesWhole(const TokenizerRow& tokenizer, const ScriptCounts& counts);

// `groups`: those of the segments that it is about; none: all segments.
Warning ScriptWarning(const TokenizerRow& tokenizer, const std::string& system,
                      std::span<const std::string> groups);

}  // namespace mtgauge
