// How jiwer 4.0.0 cuts words and characters by default. Only error rates and edit distances use
// these tokenizers, so they are not in the table.
#pragma once

#include "core/text/tokenizing/tokenizer.h"

namespace mtgauge {

// Words: two or more white-space characters become one space, the ends are stripped, and only
// spaces separate. So a single no-break space or tab stays inside its word.
const TokenizerRow& JiwerWords();
// The text without white space at its ends, as one token.
const TokenizerRow& JiwerCharacters();
// The whole text as one token.
const TokenizerRow& WholeText();

}  // namespace mtgauge
