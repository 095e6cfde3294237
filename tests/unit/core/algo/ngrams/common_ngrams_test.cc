// The number of common n-grams, compared with its slow twin: by counting in maps.
#include "core/algo/ngrams/common_ngrams.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <vector>

#include "tests/support/gram_counts.h"
#include "tests/support/random_text.h"

namespace mtgauge {
namespace {

using test::CountGrams;
using test::RandomSymbols;
using test::Symbols;

uint64_t NaiveCommon(const Symbols& sequence, const Symbols& reference, uint32_t max_order,
                     uint32_t weight) {
  uint64_t common = 0;
  for (uint32_t n = 1; n <= max_order; ++n) {
    const test::GramCounts counts = CountGrams(reference, n);
    for (const auto& [gram, count] : CountGrams(sequence, n)) {
      const auto found = counts.find(gram);
      if (found == counts.end()) continue;
      common += uint64_t{std::min(count, found->second)} * (n == max_order ? weight : 1);
    }
  }
  return common;
}

// Checks that those references are found whose count is at least some number, with their counts.
void ExpectAsDefined(const std::vector<Symbols>& references, const std::vector<Symbols>& sequences,
                     uint32_t max_order, uint32_t weight) {
  CommonNgrams index(max_order, weight);
  for (const Symbols& reference : references) index.Add(reference);
  index.Seal();
  CommonNgramCounter counter;
  CommonNgramProbe probe;
  for (const Symbols& sequence : sequences) {
    counter.MakeProbe(index, sequence, probe);
    for (uint32_t first = 0; first < references.size(); first += CommonNgrams::kBlock) {
      counter.Count(index, probe, first / CommonNgrams::kBlock);
      for (uint32_t word = 0; word < CommonNgrams::kWords; ++word) {
        for (const uint64_t least : {0, 1, 7, 60, 5000}) {
          std::vector<uint64_t> found(64, 0);
          uint64_t seen = 0;
          counter.AtLeast(word, least, [&](uint32_t r, uint64_t common) {
            ASSERT_LT(first + r, references.size());
            ASSERT_GE(common, least);
            found[r % 64] = common;
            seen |= uint64_t{1} << r % 64;
          });
          for (size_t r = first + 64 * word;
               r < std::min<size_t>(references.size(), first + 64 * word + 64); ++r) {
            const uint64_t common = NaiveCommon(sequence, references[r], max_order, weight);
            if ((seen >> r % 64 & 1) == 0) {
              ASSERT_LT(common, least);
            } else {
              ASSERT_EQ(found[r % 64], common);
            }
          }
        }
      }
    }
  }
}

TEST(CommonNgrams, CountsInRandomSequences) {
  test::RandomText random(5);
  for (int round = 0; round < 24; ++round) {
    const uint32_t alphabet = 1 + random.Below(round % 3 == 0 ? 2 : 30);
    std::vector<Symbols> references, sequences;
    for (uint32_t n = random.Below(round % 4 == 0 ? 1200 : 90); n > 0; --n) {
      references.push_back(RandomSymbols(random, random.Below(40), alphabet));
    }
    for (int n = 0; n < 3; ++n) {
      sequences.push_back(RandomSymbols(random, random.Below(60), alphabet + 2));
      if (n == 1 && !references.empty()) sequences.back() = references.back();
    }
    ExpectAsDefined(references, sequences, 1 + random.Below(6), 1 + random.Below(3));
  }
}

TEST(CommonNgrams, LongRunsAndEmptySequences) {
  const std::vector<Symbols> few = {Symbols(700, 1), Symbols(3, 1), {}, {1, 2, 1, 2, 1}};
  const std::vector<Symbols> sequences = {Symbols(900, 1), {}, {2, 1}, {CommonNgrams::kUnknown, 1}};
  ExpectAsDefined(few, sequences, 4, 1);
  ExpectAsDefined({}, sequences, 4, 1);
  ExpectAsDefined(std::vector<Symbols>(600, Symbols(90, 1)), sequences, 4, 2);
  ExpectAsDefined(std::vector<Symbols>(70, Symbols()), sequences, 4, 2);
  CommonNgrams index(5, 2);
  const Symbols longest(index.longest(), 7);
  ExpectAsDefined({longest, {7}}, {longest}, 5, 2);
}

}  // namespace
}  // namespace mtgauge
