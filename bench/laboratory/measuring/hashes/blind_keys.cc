// Sorts the names of a segment's n-grams and compares the runs.
#include "bench/laboratory/measuring/hashes/blind_keys.h"

#include <algorithm>

#include "bench/laboratory/measuring/hashes/hash_quality.h"

namespace mtgauge {
namespace {

struct Run {
  uint64_t name;
  int64_t count;
};

// Returns the names of a text's n-grams, sorted, with their counts.
template <typename NameOf>
void CountNames(std::span<const uint32_t> grams, const NameOf& name_of,
                std::vector<uint64_t>& names, std::vector<Run>& runs) {
  names.clear();
  for (const uint32_t gram : grams) names.push_back(name_of(gram));
  std::sort(names.begin(), names.end());
  runs.clear();
  for (const uint64_t name : names) {
    if (runs.empty() || runs.back().name != name) runs.push_back({name, 0});
    ++runs.back().count;
  }
}

// Raises most[i] to the count of mine[i] in `others`. Both are sorted by name.
void RaiseMost(std::span<const Run> mine, std::span<const Run> others, std::vector<int64_t>& most) {
  size_t j = 0;
  for (size_t i = 0; i < mine.size(); ++i) {
    while (j < others.size() && others[j].name < mine[i].name) ++j;
    if (j < others.size() && others[j].name == mine[i].name) {
      most[i] = std::max(most[i], others[j].count);
    }
  }
}

// name_of(order, id) returns the name that identifies an n-gram.
template <typename NameOf>
std::vector<int64_t> CountMatches(const GramCorpus& corpus, size_t system, const NameOf& name_of) {
  std::vector<int64_t> matches(corpus.max_order());
  std::vector<uint64_t> names;
  std::vector<Run> mine, others;
  std::vector<int64_t> most;
  for (const GramCorpus::Segment& segment : corpus.segments()) {
    for (uint32_t order = 1; order <= corpus.max_order(); ++order) {
      const auto name = [&](uint32_t gram) { return name_of(order, gram); };
      CountNames(corpus.GramsOf(segment.hypotheses[system], order), name, names, mine);
      most.assign(mine.size(), 0);
      for (const GramCorpus::Text& reference : segment.references) {
        CountNames(corpus.GramsOf(reference, order), name, names, others);
        RaiseMost(mine, others, most);
      }
      for (size_t i = 0; i < mine.size(); ++i) {
        matches[order - 1] += std::min(mine[i].count, most[i]);
      }
    }
  }
  return matches;
}

}  // namespace

GramHashes HashGrams(const GramCorpus& corpus, KeyForm form, HashFunction hash) {
  GramHashes hashes;
  for (uint32_t order = 1; order <= corpus.max_order(); ++order) {
    hashes.push_back(HashAll(corpus.DistinctKeys(order, form, hash), hash));
  }
  return hashes;
}

std::vector<int64_t> BlindMatches(const GramCorpus& corpus, size_t system, const GramHashes& hashes,
                                  uint32_t bits) {
  const uint64_t mask = ~uint64_t{0} >> (64 - bits);
  return CountMatches(corpus, system, [&](uint32_t order, uint32_t gram) {
    return hashes[order - 1][gram] & mask;
  });
}

std::vector<int64_t> ExactMatches(const GramCorpus& corpus, size_t system) {
  return CountMatches(corpus, system, [](uint32_t, uint32_t gram) { return uint64_t{gram}; });
}

}  // namespace mtgauge
