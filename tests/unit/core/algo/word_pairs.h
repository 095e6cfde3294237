// Pairs of word sequences, for tests of code that counts edits between them.
#pragma once

#include <algorithm>
#include <cstdint>
#include <random>
#include <string>
#include <vector>

#include "core/algo/distance/beam_distance.h"

namespace mtgauge::test {

using Words = std::vector<uint32_t>;

// Words of the reference are below `distinct`; in a hypothesis `distinct` stands for all others.
struct Pair {
  Words hyp, ref;
  uint32_t distinct;
};

class Pairs {
 public:
  explicit Pairs(uint64_t seed) : random_(seed) {}

  uint32_t Below(uint32_t n) { return static_cast<uint32_t>(random_() % n); }
  // The hypothesis is the reference with blocks moved and words replaced, or is unrelated to it;
  // then it is cut or filled up to its length.
  Pair Next(uint32_t hyp_len, uint32_t ref_len, uint32_t distinct) {
    Pair pair{{}, {}, distinct};
    for (uint32_t i = 0; i < ref_len; ++i) pair.ref.push_back(Below(distinct));
    pair.hyp = pair.ref;
    if (Below(5) == 0) pair.hyp.clear();
    pair.hyp.resize(hyp_len, distinct);
    for (uint32_t& word : pair.hyp) {
      if (word == distinct || Below(6) == 0) word = Below(distinct + 1);
    }
    for (uint32_t moves = Below(4); moves > 0 && hyp_len > 1; --moves) {
      uint32_t cut[3] = {Below(hyp_len + 1), Below(hyp_len + 1), Below(hyp_len + 1)};
      std::sort(cut, cut + 3);
      std::rotate(pair.hyp.begin() + cut[0], pair.hyp.begin() + cut[1], pair.hyp.begin() + cut[2]);
    }
    return pair;
  }

 private:
  std::mt19937_64 random_;
};

inline std::string Steps(const std::vector<EditStep>& path) {
  std::string steps;
  for (const EditStep step : path) steps += " sdi"[static_cast<size_t>(step)];
  return {steps.rbegin(), steps.rend()};
}

// Swaps the halves of the hypothesis, or prepends many words that it lacks to the reference, which
// leads away from the diagonal.
inline Pair Turned(Pairs& random, uint32_t most, uint32_t distinct) {
  Pair pair = random.Next(1 + random.Below(most), 1 + random.Below(most), distinct);
  if (random.Below(2) == 0) {
    pair.hyp.assign(pair.ref.begin() + random.Below(static_cast<uint32_t>(pair.ref.size())),
                    pair.ref.end());
  }
  std::rotate(pair.hyp.begin(),
              pair.hyp.begin() + random.Below(static_cast<uint32_t>(pair.hyp.size())),
              pair.hyp.end());
  return pair;
}

}  // namespace mtgauge::test
