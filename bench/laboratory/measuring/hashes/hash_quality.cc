// Fills tables and counts collisions.
#include "bench/laboratory/measuring/hashes/hash_quality.h"

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstring>
#include <utility>

namespace mtgauge {

std::vector<uint64_t> HashAll(const HashKeys& keys, HashFunction hash) {
  std::vector<uint64_t> hashes;
  hashes.reserve(keys.size());
  for (size_t i = 0; i < keys.size(); ++i) hashes.push_back(hash(keys[i].data(), keys[i].size()));
  return hashes;
}

uint64_t IndexBuckets(uint64_t entries) { return std::bit_ceil(2 * entries + 2); }

uint64_t BucketsForLoad(uint64_t entries, double load) {
  const double wanted = std::ceil(static_cast<double>(entries) / load);
  return std::bit_ceil(std::max(entries + 1, static_cast<uint64_t>(wanted)));
}

namespace {

double ChiSquare(std::span<const uint64_t> hashes, uint64_t buckets) {
  if (hashes.empty()) return 0;
  std::vector<uint32_t> held(buckets);
  for (const uint64_t hash : hashes) ++held[hash & (buckets - 1)];
  double squares = 0;
  for (const uint32_t count : held) squares += static_cast<double>(count) * count;
  const auto keys = static_cast<double>(hashes.size());
  return squares * static_cast<double>(buckets) / keys - keys;
}

}  // namespace

Distribution Distribute(std::span<const uint64_t> hashes, uint64_t buckets) {
  Distribution out;
  const auto keys = static_cast<double>(hashes.size());
  out.load = keys / static_cast<double>(buckets);
  out.degrees = static_cast<double>(buckets - 1);
  out.chi_square = ChiSquare(hashes, buckets);
  if (out.chi_square > 0)
    out.deviations = (out.chi_square - out.degrees) / std::sqrt(2 * out.degrees);
  // With linear probing, the same slots are filled in whatever order the keys come. Remembering
  // where runs of full slots end avoids walking over them.
  std::vector<uint64_t> next_free(buckets + 1);
  for (uint64_t i = 0; i <= buckets; ++i) next_free[i] = i;
  const auto free_from = [&](uint64_t at) {
    uint64_t root = at;
    while (next_free[root] != root) root = next_free[root];
    while (next_free[at] != root) at = std::exchange(next_free[at], root);
    return root;
  };
  uint64_t all = 0;
  for (const uint64_t hash : hashes) {
    const uint64_t home = hash & (buckets - 1);
    uint64_t slot = free_from(home), probe = slot - home + 1;
    if (slot == buckets) {  // wraps around at the table's end
      slot = free_from(0);
      probe = buckets - home + slot + 1;
    }
    next_free[slot] = slot + 1;
    all += probe;
    out.longest_probe = std::max(out.longest_probe, probe);
  }
  if (!hashes.empty()) out.mean_probe = static_cast<double>(all) / keys;
  return out;
}

uint64_t CountCollisions(std::span<const uint64_t> hashes, uint32_t bits) {
  std::vector<uint64_t> values(hashes.begin(), hashes.end());
  for (uint64_t& value : values) value &= ~uint64_t{0} >> (64 - bits);
  std::sort(values.begin(), values.end());
  const auto distinct = std::unique(values.begin(), values.end()) - values.begin();
  return values.size() - static_cast<uint64_t>(distinct);
}

double ExpectedCollisions(uint64_t keys, uint32_t bits) {
  const auto n = static_cast<double>(keys);
  const double m = std::ldexp(1.0, static_cast<int>(bits));
  if (n < 2) return 0;
  // For small values the difference would lose its digits, so the first terms of the series are
  // used.
  if (n / m < 1e-4) return n * (n - 1) / (2 * m) * (1 - (n - 2) / (3 * m));
  return n + m * std::expm1(n * std::log1p(-1 / m));
}

HashKeys AdversarialKeys(HashFunction target, uint64_t buckets, uint64_t count) {
  HashKeys keys;
  uint64_t slot = 0;
  for (uint64_t number = 0; keys.size() < count; ++number) {
    char bytes[sizeof number];
    std::memcpy(bytes, &number, sizeof number);
    const uint64_t home = target(bytes, sizeof bytes) & (buckets - 1);
    if (number == 0) slot = home;
    if (home == slot) keys.Add({bytes, sizeof bytes});
  }
  return keys;
}

}  // namespace mtgauge
