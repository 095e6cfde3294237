// The tokenizers of METEOR 1.5. Those for METEOR's -norm need its lists of prefixes and are in the
// table of tokenizers with models. The one that only splits at white space is not in a table, since
// only METEOR uses it.
#pragma once

#include "core/text/tokenizing/tokenizer.h"

namespace mtgauge {

// Splits at the white space of Java's StringTokenizer: only space, tab, LF, FF and CR.
const TokenizerRow& JavaWhitespaceTokenizer();

}  // namespace mtgauge
