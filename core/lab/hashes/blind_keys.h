// What a score would be if n-grams were told apart by some bits of a hash alone, as programs do
// that store no more of them: n-grams that share the bits count as one.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "core/lab/hashes/gram_corpus.h"

namespace mtgauge {

// hashes[order - 1][id]: of the corpus's distinct n-grams.
using GramHashes = std::vector<std::vector<uint64_t>>;

GramHashes HashGrams(const GramCorpus& corpus, KeyForm form, HashFunction hash);

// Clipped matches of one system over all segments, [order - 1], as core/algo/ngrams/ngram_match.h
// defines them, when n-grams are what the low `bits` (1 to 64) of their hashes are.
std::vector<int64_t> BlindMatches(const GramCorpus& corpus, size_t system, const GramHashes& hashes,
                                  uint32_t bits);

// The same of what the n-grams really are.
std::vector<int64_t> ExactMatches(const GramCorpus& corpus, size_t system);

}  // namespace mtgauge
