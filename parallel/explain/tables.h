// What is counted over the words of all segments, on all cores.
#pragma once

#include <cstdint>
#include <utility>
#include <vector>

#include "core/explain/corpus.h"
#include "core/explain/kinds.h"
#include "mtgauge/explain.h"

namespace mtgauge {

using SystemPairs = std::vector<std::pair<uint32_t, uint32_t>>;

// Findings::words, errors, ngrams and examples, and a warning where segments are too long for
// errors.
void AddTables(const Corpus& corpus, const WordFrequencies& frequencies, const SystemPairs& pairs,
               const ExplainRequest& request, Findings& findings);

}  // namespace mtgauge
