// The tokenizers of METEOR 1.5. Those that METEOR calls -norm need its lists of prefixes and are in
// the table of tokenizers with models; that of white space alone is METEOR's own.
#pragma once

#include "core/text/tokenizer/tokenizer.h"

namespace mtgauge {

// Cuts at what Java's StringTokenizer takes for white space: space, tab, LF, FF and CR alone.
const TokenizerRow& JavaWhitespaceTokenizer();

}  // namespace mtgauge
