// The quality of a hash for given keys: how evenly it fills a table, how long probes are, and how
// many keys collide.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "bench/laboratory/measuring/hashes/gram_corpus.h"
#include "core/base/hash.h"

namespace mtgauge {

std::vector<uint64_t> HashAll(const HashKeys& keys, HashFunction hash);

// Returns the number of slots in the table engine's index for this many entries
// (core/algo/ngrams/ngram_table.h): a power of 2, at most half of them full.
uint64_t IndexBuckets(uint64_t entries);
// Returns the number of slots for a load of at most `load`, which must be in (0, 1): a power of 2.
uint64_t BucketsForLoad(uint64_t entries, double load);

// The distribution of distinct keys over a table of `buckets` slots. The low bits of a key's hash
// give its slot; if that is taken, the next free one is used.
struct Distribution {
  double load = 0;        // keys per slot
  double chi_square = 0;  // Pearson's, of the number of keys per slot; 0 if there are no keys
  double degrees = 0;     // degrees of freedom: buckets - 1, the mean for a random hash
  double deviations = 0;  // (chi_square - degrees) / sqrt(2 * degrees)
  double mean_probe = 0;  // slots that are looked at to find a key
  uint64_t longest_probe = 0;
};
// `buckets` must be a power of 2 above the number of hashes.
Distribution Distribute(std::span<const uint64_t> hashes, uint64_t buckets);

// Counts the distinct keys that share the low `bits` (1 to 64) of their hash with an earlier one.
uint64_t CountCollisions(std::span<const uint64_t> hashes, uint32_t bits);
// Returns the expected number of collisions among `keys` keys under a random hash: keys - m + m (1
// - 1/m)^keys, m = 2^bits.
double ExpectedCollisions(uint64_t keys, uint32_t bits);

// Returns distinct 8-byte keys that all have the same slot of `buckets` under `target`: the first
// such numbers from 0 on. Takes about count * buckets hashes.
HashKeys AdversarialKeys(HashFunction target, uint64_t buckets, uint64_t count);

}  // namespace mtgauge
