// Tokenizes a whole test set, on all cores.
#pragma once

#include "core/base/status.h"
#include "core/explain/corpus.h"
#include "core/text/tokenizing/tokenizer.h"
#include "core/text/words/stemmer.h"
#include "mtgauge/options.h"
#include "parallel/explain/held_segments.h"

namespace mtgauge {

struct WordChoice {
  const TokenizerRow* tokenizer = nullptr;
  bool lowercase = false;
  const StemmerRow* stemmer = nullptr;  // computes base forms; null if there are none
};

// Tokenizes the segments. If they are annotated, uses the annotated words instead of tokens, their
// lemmas as base forms, and their tags.
Result<Corpus> CutWords(const HeldSegments& held, const WordChoice& choice, const RunOptions& run);

}  // namespace mtgauge
