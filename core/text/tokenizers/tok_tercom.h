// The tokenizers of tercom 0.10.0 and of TER in sacreBLEU 2.6.0. Only TER uses them, so they are
// not in the table of tokenizers.
#pragma once

#include "core/text/tokenizing/tokenizer.h"

namespace mtgauge {

struct TercomRules {
  bool normalized = false;      // decodes four entities, splits ASCII punctuation and "'s"
  bool no_punctuation = false;  // deletes . , ? : ; ! " ( )
  bool asian = false;           // normalized: splits CJK; no_punctuation: deletes CJK punctuation
  // Tokenizes normalized text again, as sacreBLEU does with references but not with hypotheses:
  // only then is "'s" split off in "it's.".
  bool twice = false;
  // Follows tercom itself, not sacreBLEU; never with `twice`. White space is ASCII's, controls at
  // both ends are stripped, runs of kana are split off, and a text whose first word was deleted
  // begins with an empty word, as with Java's split().
  bool original = false;
};

// Returns the row for these rules, valid as long as the program runs. Equal rules have the same
// row.
const TokenizerRow& TercomTokenizer(const TercomRules& rules);

}  // namespace mtgauge
