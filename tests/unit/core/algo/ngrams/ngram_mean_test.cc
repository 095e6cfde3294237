// The mean of references, compared with its slow twin: weighted counts in maps.
#include "core/algo/ngrams/ngram_mean.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <map>
#include <vector>

#include "tests/support/gram_counts.h"
#include "tests/support/random_text.h"

namespace mtgauge {
namespace {

using test::CountGrams;
using test::RandomSymbols;
using test::Symbols;

void ExpectAsDefined(const std::vector<Symbols>& references, const std::vector<double>& weights,
                     const std::vector<Symbols>& sequences, uint32_t max_order) {
  NgramMean mean(max_order, 8);
  double all = 0;
  for (size_t r = 0; r < references.size(); ++r) {
    mean.Add(references[r], weights[r]);
    all += weights[r];
  }
  mean.Seal();
  NgramMeanScratch scratch;
  std::vector<double> matches(max_order);
  for (uint32_t n = 1; n <= max_order; ++n) {
    std::map<Symbols, double> counts;
    double total = 0;
    for (size_t r = 0; r < references.size(); ++r) {
      for (const auto& [gram, count] : CountGrams(references[r], n)) {
        counts[gram] += count * weights[r] / all;
        total += count * weights[r] / all;
      }
    }
    EXPECT_NEAR(mean.total(n), total, 1e-12 * (1 + total));
    for (const Symbols& sequence : sequences) {
      double wanted = 0;
      for (const auto& [gram, count] : CountGrams(sequence, n)) {
        if (counts.count(gram) > 0) wanted += std::min<double>(count, counts[gram]);
      }
      mean.Match(sequence, scratch, matches.data());
      ASSERT_NEAR(matches[n - 1], wanted, 1e-12 * (1 + wanted)) << "order " << n;
    }
  }
}

TEST(NgramMean, MatchesAsDefined) {
  test::RandomText random(7);
  for (int round = 0; round < 60; ++round) {
    const uint32_t alphabet = 1 + random.Below(round % 3 == 0 ? 2 : 30);
    std::vector<Symbols> references, sequences;
    std::vector<double> weights;
    for (uint32_t n = 1 + random.Below(20); n > 0; --n) {
      references.push_back(RandomSymbols(random, random.Below(90), alphabet));
      weights.push_back(round % 2 == 0 ? 1 : 0.1 + random.Below(50));
    }
    for (int n = 0; n < 5; ++n) {
      sequences.push_back(RandomSymbols(random, random.Below(90), alphabet + 2));
      if (n % 2 == 0) sequences.back() = references.back();
    }
    ExpectAsDefined(references, weights, sequences, 1 + random.Below(7));
  }
}

TEST(NgramMean, LongRunsEmptyReferencesAndUnknownSymbols) {
  const std::vector<Symbols> references = {Symbols(70000, 1), {}, {1, 2, 1, 2, 1}};
  ExpectAsDefined(references, {1, 1, 1},
                  {Symbols(90000, 1), {}, {2, 1}, {1, GramNames::kUnknown, 2, 1}}, 4);
  ExpectAsDefined({}, {}, {{1, 2}, {}}, 3);
  ExpectAsDefined({{1, 2}, {2, 3}}, {0, 1}, {{1, 2, 3}}, 2);
}

TEST(NgramMean, AnySequenceMatchesItselfWhole) {
  const Symbols symbols = {5, 6, 5, 6, 7};
  NgramMean mean(3, symbols.size());
  for (int n = 0; n < 3; ++n) mean.Add(symbols, 1);
  mean.Seal();
  NgramMeanScratch scratch;
  double matches[3];
  mean.Match(symbols, scratch, matches);
  EXPECT_EQ(mean.length(), 5);
  for (uint32_t n = 1; n <= 3; ++n) {
    EXPECT_EQ(matches[n - 1], 6 - n);
    EXPECT_EQ(mean.total(n), 6 - n);
  }
}

}  // namespace
}  // namespace mtgauge
