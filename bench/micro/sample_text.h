// Invented pairs of lines for the micro benchmarks, the same on every machine: words of a Zipf-like
// vocabulary, a seventh of the tokens longer than 8 bytes, about 20 tokens and 120 bytes a line.
#pragma once

#include <cstdint>
#include <random>
#include <string>
#include <utility>
#include <vector>

#include "core/simd/kernels.h"

namespace mtgauge::bench {

class SampleText {
 public:
  explicit SampleText(uint64_t seed) : random_(seed) {
    static constexpr const char* kSyllables[] = {"ka", "lo",  "mi",  "ren", "stu", "vo",
                                                 "e",  "ger", "sch", "ür",  "ein", "t"};
    for (uint32_t rank = 0; rank < 20000; ++rank) {
      std::string word;
      const uint32_t syllables = rank < 60 ? 1 + Below(2) : 2 + Below(4);
      for (uint32_t i = 0; i < syllables; ++i) word += kSyllables[Below(12)];
      vocabulary_.push_back(word);
    }
  }

  // Returns `n` hypotheses and references that share most of their words.
  std::pair<std::vector<std::string>, std::vector<std::string>> Pairs(uint32_t n) {
    std::pair<std::vector<std::string>, std::vector<std::string>> pairs;
    for (uint32_t i = 0; i < n; ++i) {
      std::string hypothesis, reference;
      for (uint32_t words = 6 + Below(26); words > 0; --words) {
        const std::string word = Token();
        if (Below(3) != 0) reference += word + ' ';
        hypothesis += (Below(3) != 0 ? word : Token()) + ' ';
        if (Below(4) == 0) reference += Token() + ' ';
      }
      pairs.first.push_back(hypothesis + '.');
      pairs.second.push_back(reference + '.');
    }
    return pairs;
  }

 private:
  uint32_t Below(uint32_t n) { return static_cast<uint32_t>(random_() % n); }
  std::string Token() {
    uint32_t rank = Below(20000);  // a product of two uniform numbers favours low ranks
    rank = rank * Below(rank / 8 + 2) / (rank / 8 + 2);
    std::string token = vocabulary_[rank];
    if (Below(12) == 0) token += ',';
    if (Below(40) == 0) token = std::to_string(Below(3000)) + ".5";
    return token;
  }

  std::mt19937_64 random_;
  std::vector<std::string> vocabulary_;
};

// The lines as one padded stream, each with LF.
struct SampleStream {
  std::string memory;
  uint32_t bytes = 0;
  uint32_t lines = 0;
};

inline SampleStream MakeStream(const std::vector<std::string>& lines) {
  SampleStream stream;
  for (const std::string& line : lines) stream.memory += line + '\n';
  stream.bytes = static_cast<uint32_t>(stream.memory.size());
  stream.lines = static_cast<uint32_t>(lines.size());
  stream.memory.append(kTextPadding, ' ');
  return stream;
}

}  // namespace mtgauge::bench
