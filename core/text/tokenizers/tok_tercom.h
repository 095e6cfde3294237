// The tokenizer of tercom 0.10.0, and the same as sacreBLEU 2.6.0 has it. TER alone uses them, so
// they are not in the table of tokenizers.
#pragma once

#include "core/text/tokenizer/tokenizer.h"

namespace mtgauge {

struct TercomRules {
  bool normalized = false;      // decodes four entities, splits ASCII punctuation and "'s"
  bool no_punctuation = false;  // deletes . , ? : ; ! " ( )
  bool asian = false;  // normalized: splits CJK; no_punctuation: deletes CJK marks; else nothing
  // Normalized text is cut once more, as sacreBLEU does with references but not with hypotheses:
  // only then does "it's." lose its "'s".
  bool twice = false;
  // As tercom itself cuts, not sacreBLEU; never with `twice`. White space is ASCII's, controls at
  // both ends are no text, runs of kana are split off, and a text whose first word was deleted
  // begins with an empty word, as Java's split() has it.
  bool original = false;
};

// The row for these rules, which lives as long as the program. Equal rules have the same row.
const TokenizerRow& TercomTokenizer(const TercomRules& rules);

}  // namespace mtgauge
