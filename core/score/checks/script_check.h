// Detects text in scripts without spaces between words. Some tokenizers do not split it, so that
// each sentence is one token. Looks at every segment, since only one of many groups may contain it.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "core/text/tokenizing/tokenizer.h"
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

// A tokenizer in use.
struct WordCutter {
  const TokenizerRow* tokenizer;
  std::vector<std::string> metrics;  // that always use it; empty if users may choose another
  bool may_split_asian = false;      // one of these has an option for it
};

// `places`: the names of the groups or systems that the warning is about, which `noun` says; empty
// for all text.
Warning ScriptWarning(const WordCutter& cutter, const std::string& system, std::string_view noun,
                      std::span<const std::string> places);

}  // namespace mtgauge
