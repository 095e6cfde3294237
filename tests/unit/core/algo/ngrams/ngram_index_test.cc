// The index of n-grams, compared with its slow twin: one reference at a time, by counting in maps.
#include "core/algo/ngrams/ngram_index.h"

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

uint32_t NaiveMatches(const Symbols& sequence, const Symbols& reference, uint32_t order) {
  uint32_t matches = 0;
  const test::GramCounts counts = CountGrams(reference, order);
  for (const auto& [gram, count] : CountGrams(sequence, order)) {
    const auto found = counts.find(gram);
    if (found != counts.end()) matches += std::min(count, found->second);
  }
  return matches;
}

void ExpectAsDefined(const std::vector<Symbols>& references, const std::vector<Symbols>& sequences,
                     uint32_t max_order) {
  NgramIndex index(max_order, 8);
  for (const Symbols& reference : references) index.Add(reference);
  index.Seal();
  ASSERT_EQ(index.references(), references.size());
  NgramIndexMatcher matcher;
  for (const Symbols& sequence : sequences) {
    const uint16_t* const matches = matcher.Match(index, sequence);
    for (uint32_t n = 1; n <= max_order; ++n) {
      for (size_t r = 0; r < references.size(); ++r) {
        ASSERT_EQ(matches[(n - 1) * references.size() + r],
                  NaiveMatches(sequence, references[r], n))
            << "order " << n << ", reference " << r;
      }
    }
  }
}

TEST(NgramIndex, MatchesAsDefined) {
  test::RandomText random(5);
  for (int round = 0; round < 60; ++round) {
    const uint32_t alphabet = 1 + random.Below(round % 3 == 0 ? 2 : 30);
    std::vector<Symbols> references, sequences;
    for (uint32_t n = random.Below(40); n > 0; --n) {
      references.push_back(RandomSymbols(random, random.Below(90), alphabet));
    }
    for (int n = 0; n < 6; ++n) {
      sequences.push_back(RandomSymbols(random, random.Below(90), alphabet + 2));
      if (n % 2 == 0 && !references.empty()) sequences.back() = references.back();
    }
    ExpectAsDefined(references, sequences, 1 + random.Below(7));
  }
}

TEST(NgramIndex, LongRunsAreClippedAndCountsBeyondABytePass) {
  const std::vector<Symbols> references = {Symbols(700, 1), Symbols(3, 1), {}, {1, 2, 1, 2, 1}};
  ExpectAsDefined(references, {Symbols(900, 1), Symbols(255, 1), Symbols(257, 1), {}, {2, 1}}, 4);
}

TEST(NgramIndex, UnknownSymbolsMatchNothing) {
  const std::vector<Symbols> references = {{1, 2, 3}, {2, 3}};
  ExpectAsDefined(references, {{1, NgramIndex::kUnknown, 2, 3}, {NgramIndex::kUnknown}}, 3);
}

TEST(NgramIndex, TheLongestReferenceFits) {
  const Symbols longest(NgramIndex::kLongest, 7);
  NgramIndex index(2, longest.size());
  index.Add(longest);
  index.Seal();
  NgramIndexMatcher matcher;
  const uint16_t* const matches = matcher.Match(index, Symbols(NgramIndex::kLongest + 500, 7));
  EXPECT_EQ(matches[0], NgramIndex::kLongest);
  EXPECT_EQ(matches[1], NgramIndex::kLongest - 1);
  EXPECT_FALSE(NgramIndex::Fits(1, NgramIndex::kLongest + 1, 0, 1));
}

}  // namespace
}  // namespace mtgauge
