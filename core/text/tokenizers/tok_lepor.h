// How the tools of LEPOR cut words by default. Only their metrics use these tokenizers, so they are
// not in the table.
#pragma once

#include "core/text/tokenizing/tokenizer.h"

namespace mtgauge {

// As lepor 0.1.0: runs of Python's \w and ', and each of . , ! ? ; by itself. All else is dropped.
const TokenizerRow& LeporWords();
// As hLepor 0.0.4 without its punctuation rules: strips white space at the ends and cuts at each
// U+0020, so that two of them have an empty word between them. A text of white space alone is one
// empty word; a text without any character has no word.
const TokenizerRow& HLeporWords();

}  // namespace mtgauge
