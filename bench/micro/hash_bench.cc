// The selectable hashes, on the tokens of natural text: short ones as they are interned, and long
// ones as their keys are made. Reports how many distinct tokens share the 56 bits of a key.
#include <benchmark/benchmark.h>

#include <algorithm>
#include <cstring>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "bench/laboratory/measuring/hashes/hash_quality.h"
#include "bench/micro/register.h"
#include "bench/micro/sample_text.h"
#include "core/base/hash.h"
#include "core/simd/kernels.h"
#include "core/text/token_key.h"

namespace mtgauge::bench {
namespace {

// Returns the words of the sample: all of them, or only those whose keys are hashed.
std::vector<std::string> SampleTokens(bool only_long) {
  std::vector<std::string> tokens;
  for (const std::string& line : SampleText(1).Pairs(2000).first) {
    for (size_t at = 0; at < line.size();) {
      const size_t end = std::min(line.find(' ', at), line.size());
      if (end > at && (!only_long || end - at > 8)) tokens.push_back(line.substr(at, end - at));
      at = end + 1;
    }
  }
  return tokens;
}

// The portable kernel computes xxh3 in another way.
bool AgreesWithKernel(const std::vector<std::string>& tokens, HashFunction hash) {
  for (const std::string& token : tokens) {
    const std::string padded = token + std::string(kTextPadding, ' ');
    const uint32_t begin = 0, end = static_cast<uint32_t>(token.size());
    uint64_t key = 0;
    (*RunnableKernels().begin())->token_keys(padded.data(), &begin, &end, 1, &key);
    if (key != TokenKey(token, hash)) return false;
  }
  return true;
}

// A hash must depend only on the bytes, not on their address.
bool IsFunctionOfBytes(const std::vector<std::string>& tokens, HashFunction hash) {
  for (const std::string& token : tokens) {
    const std::string moved = "x" + token;
    if (hash(token.data(), token.size()) != hash(moved.data() + 1, token.size())) return false;
  }
  return true;
}

double Collisions(const std::vector<std::string>& tokens, HashFunction hash) {
  const std::set<std::string> distinct(tokens.begin(), tokens.end());
  std::set<uint64_t> hashed;
  for (const std::string& token : distinct) {
    hashed.insert(hash(token.data(), token.size()) | kHashedKeyTag);
  }
  return static_cast<double>(distinct.size() - hashed.size());
}

void HashTokens(benchmark::State& state, const HashRow& row, bool only_long) {
  const std::vector<std::string> tokens = SampleTokens(only_long);
  if (!IsFunctionOfBytes(tokens, row.function)) {
    return state.SkipWithError("the hash depends on more than the bytes");
  }
  if (row.name == "xxh3" && !AgreesWithKernel(tokens, row.function)) {
    return state.SkipWithError("differs from the scalar twin");
  }
  for (auto _ : state) {
    uint64_t sum = 0;
    for (const std::string& token : tokens) sum += row.function(token.data(), token.size());
    benchmark::DoNotOptimize(sum);
  }
  int64_t bytes = 0;
  for (const std::string& token : tokens) bytes += static_cast<int64_t>(token.size());
  state.SetItemsProcessed(state.iterations() * static_cast<int64_t>(tokens.size()));
  state.SetBytesProcessed(state.iterations() * bytes);
  state.counters["collisions"] = Collisions(tokens, row.function);
}

// Pairs of ids in 8 bytes, as the table engine's index hashes them.
void HashPairs(benchmark::State& state, const HashRow& row) {
  HashKeys keys;
  for (uint64_t prefix = 0; prefix < 64; ++prefix) {
    for (uint64_t token = 0; token < 64; ++token) {
      const uint64_t packed = prefix << 32 | token;
      char bytes[sizeof packed];
      std::memcpy(bytes, &packed, sizeof packed);
      keys.Add({bytes, sizeof bytes});
    }
  }
  const std::vector<uint64_t> hashes = HashAll(keys, row.function);
  for (size_t i = 0; i < keys.size(); ++i) {
    const std::string moved = "x" + std::string(keys[i]);
    if (row.function(moved.data() + 1, keys[i].size()) != hashes[i]) {
      return state.SkipWithError("the hash depends on more than the bytes");
    }
  }
  for (auto _ : state) {
    uint64_t sum = 0;
    for (size_t i = 0; i < keys.size(); ++i) sum += row.function(keys[i].data(), keys[i].size());
    benchmark::DoNotOptimize(sum);
  }
  state.SetItemsProcessed(state.iterations() * static_cast<int64_t>(keys.size()));
  state.SetBytesProcessed(state.iterations() * static_cast<int64_t>(keys.bytes.size()));
  const Distribution made = Distribute(hashes, IndexBuckets(hashes.size()));
  state.counters["mean_probe"] = made.mean_probe;
  state.counters["collisions"] = static_cast<double>(CountCollisions(hashes, 64));
}

}  // namespace

void RegisterAll() {
  for (const HashRow& row : Hashes()) {
    const std::string name(row.name);
    benchmark::RegisterBenchmark((name + "/tokens").c_str(), HashTokens, row, false);
    benchmark::RegisterBenchmark((name + "/long_tokens").c_str(), HashTokens, row, true);
    benchmark::RegisterBenchmark((name + "/pairs").c_str(), HashPairs, row);
  }
}

}  // namespace mtgauge::bench
