// Counts over the words of all segments, on all cores.
#pragma once

#include <cstdint>
#include <utility>
#include <vector>

#include "core/explain/corpus.h"
#include "core/explain/kinds.h"
#include "mtgauge/explain.h"

namespace mtgauge {

using SystemPairs = std::vector<std::pair<uint32_t, uint32_t>>;

// Computes Findings::words, errors, ngrams and examples. Adds a warning if segments are too long
// for error classes.
void AddTables(const Corpus& corpus, const WordFrequencies& frequencies, const SystemPairs& pairs,
               const ExplainRequest& request, Findings& findings);

}  // namespace mtgauge
