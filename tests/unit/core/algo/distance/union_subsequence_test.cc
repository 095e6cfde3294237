// Unions of common subsequences: by hand, and compared with full tables on random, long and
// degenerate sentences.
#include "core/algo/distance/union_subsequence.h"

#include <gtest/gtest.h>

#include <vector>

#include "tests/oracle/naive_rouge.h"
#include "tests/support/random_text.h"

namespace mtgauge {
namespace {

using Sentence = std::vector<uint32_t>;

struct Text {
  explicit Text(const std::vector<Sentence>& sentences) {
    for (const Sentence& sentence : sentences) {
      symbols.insert(symbols.end(), sentence.begin(), sentence.end());
      ends.push_back(static_cast<uint32_t>(symbols.size()));
    }
  }
  Sentences view() const { return {symbols, ends}; }
  std::vector<uint32_t> symbols, ends;
};

uint64_t Hits(const std::vector<Sentence>& ref, const std::vector<Sentence>& hyp,
              uint32_t distinct) {
  static UnionSubsequence work;  // reuses its memory
  return work.Hits(Text(ref).view(), Text(hyp).view(), distinct);
}

TEST(UnionSubsequence, ByHand) {
  // Lin (2004): w1 w2 w3 w4 w5 compared with w1 w2 w6 w7 w8 and w1 w3 w8 w9 w5 has four.
  const uint32_t other = kNoSymbol;
  EXPECT_EQ(Hits({{0, 1, 2, 3, 4}}, {{0, 1, other, other, other}, {0, 2, other, other, 4}}, 5), 4u);
  EXPECT_EQ(Hits({{0, 1}, {2, 3}}, {{2, 3}, {0, 1}}, 4), 4u);
  EXPECT_EQ(Hits({{0, 1, 2, 3}}, {{2, 3, 0, 1}}, 4), 2u);
  EXPECT_EQ(Hits({{0, 0, 0}}, {{0}, {0}}, 1), 1u);      // the same position twice
  EXPECT_EQ(Hits({{0}, {0}, {0}}, {{0}, {0}}, 1), 2u);  // no more than the hypothesis has
  EXPECT_EQ(Hits({{}}, {{}}, 0), 0u);
}

// Words that no reference has are kNoSymbol, which equals nothing.
std::vector<Sentence> Named(std::vector<Sentence> sentences) {
  uint32_t fresh = 1'000'000;
  for (Sentence& sentence : sentences) {
    for (uint32_t& symbol : sentence) {
      if (symbol == kNoSymbol) symbol = fresh++;
    }
  }
  return sentences;
}

TEST(UnionSubsequence, RandomSentences) {
  test::RandomText random(11);
  for (int round = 0; round < 2'000; ++round) {
    const uint32_t distinct = 1 + random.Below(random.Below(2) == 0 ? 4 : 40);
    const uint32_t longest = random.Below(10) == 0 ? 300 : 20;
    const auto text = [&](bool hypothesis) {
      std::vector<Sentence> sentences(1 + random.Below(4));
      for (Sentence& sentence : sentences) {
        for (uint32_t n = random.Below(longest); n > 0; --n) {
          sentence.push_back(random.Below(distinct));
          if (hypothesis && random.Below(5) == 0) sentence.back() = kNoSymbol;
        }
      }
      return sentences;
    };
    const std::vector<Sentence> ref = text(false), hyp = text(true);
    ASSERT_EQ(Hits(ref, hyp, distinct), oracle::NaiveUnionHits(ref, Named(hyp))) << round;
  }
}

TEST(UnionSubsequence, RunsOfOneSymbolAcrossWords) {
  for (const size_t size : {63u, 64u, 65u, 128u, 600u}) {
    const std::vector<Sentence> ref = {Sentence(size, 0), Sentence(size, 1)};
    const std::vector<Sentence> hyp = {Sentence(size - 1, 0), Sentence(2 * size, 1), {1, 0}};
    EXPECT_EQ(Hits(ref, hyp, 2), oracle::NaiveUnionHits(ref, hyp)) << size;
  }
}

TEST(UnionSubsequence, StepsGrowWithTheTableAndStopAtTheMost) {
  const Text small({{0, 1}, {1}}), large({Sentence(1'000'000, 0)});
  EXPECT_LT(UnionSubsequence::Steps(small.view(), small.view(), 2, 1'000), 100u);
  EXPECT_GT(UnionSubsequence::Steps(large.view(), large.view(), 1, 1'000), 1'000u);
  // Too much memory, whatever the bound.
  EXPECT_GT(UnionSubsequence::Steps(large.view(), large.view(), 1, uint64_t{1} << 40),
            uint64_t{1} << 40);
}

}  // namespace
}  // namespace mtgauge
