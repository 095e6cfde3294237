// How good a hash is on given keys: how evenly it fills a table, how far a look-up walks there, and
// how many keys it cannot tell apart.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "core/base/hash.h"
#include "core/lab/hashes/gram_corpus.h"

namespace mtgauge {

std::vector<uint64_t> HashAll(const HashKeys& keys, HashFunction hash);

// Slots of the table engine's index for this many entries (core/algo/ngrams/ngram_table.h): a power
// of 2, at most half of them full.
uint64_t IndexBuckets(uint64_t entries);
// Slots for a share of full ones of at most `load`, which is in (0, 1): a power of 2.
uint64_t BucketsForLoad(uint64_t entries, double load);

// What a table of `buckets` slots makes of distinct keys. The slot that a key belongs to is told by
// the low bits of its hash; where it is taken, the next free one serves.
struct Distribution {
  double load = 0;        // keys for each slot
  double chi_square = 0;  // Pearson's, of the keys that belong to each slot; 0 without keys
  double degrees = 0;     // of freedom: buckets - 1, its mean for a hash that is random
  double deviations = 0;  // by how many standard deviations, sqrt(2 * degrees), it is above that
  double mean_probe = 0;  // slots looked at until a key is found
  uint64_t longest_probe = 0;
};
// `buckets` is a power of 2 above the number of hashes.
Distribution Distribute(std::span<const uint64_t> hashes, uint64_t buckets);

// How many distinct keys share the low `bits` (1 to 64) of their hash with an earlier one.
uint64_t CountCollisions(std::span<const uint64_t> hashes, uint32_t bits);
// How many of `keys` do so on average under a random hash: keys - m + m (1 - 1/m)^keys, m = 2^bits.
double ExpectedCollisions(uint64_t keys, uint32_t bits);

// Distinct keys of 8 bytes that all belong to one slot of `buckets` under `target`: the first
// numbers from 0 on that do. Takes about count * buckets hashes.
HashKeys AdversarialKeys(HashFunction target, uint64_t buckets, uint64_t count);

}  // namespace mtgauge
