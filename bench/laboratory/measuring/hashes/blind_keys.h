// Computes what the counts would be if n-grams were identified only by some bits of a hash, as in
// programs that store no more: n-grams with the same bits count as one.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "bench/laboratory/measuring/hashes/gram_corpus.h"

namespace mtgauge {

// hashes[order - 1][id] of the corpus's distinct n-grams.
using GramHashes = std::vector<std::vector<uint64_t>>;

GramHashes HashGrams(const GramCorpus& corpus, KeyForm form, HashFunction hash);

// Counts the clipped matches of one system over all segments, [order - 1], as
// core/algo/ngrams/ngram_match.h defines them, with n-grams identified by the low `bits` (1 to 64)
// of their hashes.
std::vector<int64_t> BlindMatches(const GramCorpus& corpus, size_t system, const GramHashes& hashes,
                                  uint32_t bits);

// The same as above, with n-grams identified exactly.
std::vector<int64_t> ExactMatches(const GramCorpus& corpus, size_t system);

}  // namespace mtgauge
