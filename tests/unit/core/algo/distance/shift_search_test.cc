// The searches for shifts of sacreBLEU and of tercom, compared with the plain implementations in
// tests/oracle/naive_ter.h and naive_tercom.h.
#include "core/algo/distance/shift_search.h"

#include <gtest/gtest.h>

#include <algorithm>

#include "tests/oracle/naive_ter.h"
#include "tests/oracle/naive_tercom.h"
#include "tests/unit/core/algo/word_pairs.h"

namespace mtgauge {
namespace {

using test::Pair;
using test::Pairs;
using test::Turned;
using test::Words;

void ExpectKinds(const EditKinds& kinds, const oracle::NaiveEditKinds& expected) {
  EXPECT_EQ((oracle::NaiveEditKinds{kinds.insertions, kinds.deletions, kinds.substitutions,
                                    kinds.shifts, kinds.shifted_words}),
            expected);
}

void ExpectTercomEdits(const Pair& pair, ShiftSearch& search) {
  WordIndex index;
  index.Set(pair.ref, pair.distinct);
  const oracle::NaiveEditKinds expected = oracle::TercomEditKinds(pair.hyp, pair.ref);
  ASSERT_EQ(search.Edits(pair.hyp, index, kTercomShifts), oracle::SumOfKinds(expected))
      << testing::PrintToString(pair.hyp) << " against " << testing::PrintToString(pair.ref);
  ExpectKinds(search.Kinds(), expected);
}

TEST(ShiftSearch, EqualsThePlainTercom) {
  Pairs random(12);
  ShiftSearch search;
  for (int i = 0; i < 4000; ++i) {
    const Pair pair = random.Next(random.Below(30), random.Below(30), 1 + random.Below(25));
    ASSERT_NO_FATAL_FAILURE(ExpectTercomEdits(pair, search));
  }
  for (int i = 0; i < 60; ++i) {
    const Pair pair = random.Next(60 + random.Below(80), 60 + random.Below(80), 60);
    ASSERT_NO_FATAL_FAILURE(ExpectTercomEdits(pair, search));
  }
}

// Long distances, over which the beam prunes and blocks are too far from their position.
TEST(ShiftSearch, EqualsThePlainTercomWhereTheBeamCuts) {
  Pairs random(13);
  ShiftSearch search;
  uint32_t beam_matters = 0;
  for (uint32_t i = 0; i < 500; ++i) {
    const uint32_t most = 30 + random.Below(70);
    const Pair pair = Turned(random, most, 20 + random.Below(80));
    ASSERT_NO_FATAL_FAILURE(ExpectTercomEdits(pair, search));
    beam_matters += oracle::TercomEdits(pair.hyp, pair.ref) !=
                            oracle::TercomEdits(pair.hyp, pair.ref, int64_t{-1})
                        ? 1
                        : 0;
  }
  EXPECT_GT(beam_matters, 10U);
}

// Few distinct words: ties everywhere, and moves of a block into itself.
TEST(ShiftSearch, EqualsThePlainTercomInTies) {
  Pairs random(14);
  ShiftSearch search;
  for (uint32_t i = 0; i < 600; ++i) {
    const Pair pair = random.Next(1 + random.Below(24), 1 + random.Below(24), 2 + i % 3);
    ASSERT_NO_FATAL_FAILURE(ExpectTercomEdits(pair, search));
  }
  ASSERT_NO_FATAL_FAILURE(ExpectTercomEdits({Words(90, 0), Words(40, 0), 1}, search));
  ASSERT_NO_FATAL_FAILURE(ExpectTercomEdits({Words(3, 0), Words(520, 0), 1}, search));
}

// More than 4,096 words per side, with ten blocks of three words moved far apart from each other.
TEST(ShiftSearch, TercomOnLongLines) {
  constexpr uint32_t kMany = 5'000;
  ShiftSearch search;
  Words words(kMany);
  for (uint32_t i = 0; i < kMany; ++i) words[i] = i;
  WordIndex index;
  index.Set(words, kMany);
  for (auto at = words.begin(); words.end() - at >= 500; at += 500) std::rotate(at, at + 3, at + 9);
  EXPECT_EQ(search.Edits(words, index, kTercomShifts), 10U);
  EXPECT_EQ(search.Edits(Words(kMany, kMany), index, kTercomShifts), kMany);
}

// When the steps are used up there is no answer; otherwise the answer is the correct one.
TEST(ShiftSearch, NoAnswerIsAnother) {
  Pairs random(15);
  ShiftSearch search;
  uint32_t refused = 0, answered = 0;
  for (int i = 0; i < 300; ++i) {
    const Pair pair = random.Next(1 + random.Below(60), 1 + random.Below(60), 20);
    WordIndex index;
    index.Set(pair.ref, pair.distinct);
    const auto exact = search.Edits(pair.hyp, index, kTercomShifts);
    ASSERT_TRUE(exact);
    for (uint64_t steps = 1; steps < 1'000'000; steps *= 4) {
      ShiftRules rules = kTercomShifts;
      rules.most_steps = steps;
      const auto edits = search.Edits(pair.hyp, index, rules);
      ++(edits ? answered : refused);
      if (edits) ASSERT_EQ(edits, exact) << steps;
    }
  }
  EXPECT_GT(refused, 300U);
  EXPECT_GT(answered, 300U);
}

// Tables that are too large are not started; cases that need no table still have an answer.
TEST(ShiftSearch, TercomOnEndlessLines) {
  constexpr uint32_t kMany = 200'000;
  ShiftSearch search;
  WordIndex index;
  index.Set(Words(kMany, 0), 1);
  EXPECT_EQ(search.Edits(Words(kMany, 1), index, kTercomShifts), std::nullopt);
  EXPECT_EQ(search.Edits(Words(kMany, 0), index, kTercomShifts), 0U);
  EXPECT_EQ(search.Edits({}, index, kTercomShifts), kMany);
  EXPECT_EQ(search.Edits(Words(10, 0), index, kTercomShifts), kMany - 10);
}

void ExpectEdits(const Pair& pair, ShiftSearch& search) {
  WordIndex index;
  index.Set(pair.ref, pair.distinct);
  const oracle::NaiveEditKinds expected = oracle::TerEditKinds(pair.hyp, pair.ref);
  ASSERT_EQ(search.Edits(pair.hyp, index), oracle::SumOfKinds(expected))
      << testing::PrintToString(pair.hyp) << " against " << testing::PrintToString(pair.ref);
  ExpectKinds(search.Kinds(), expected);
}

TEST(ShiftSearch, EqualsThePlainProgram) {
  Pairs random(4);
  ShiftSearch search;
  for (int i = 0; i < 4000; ++i) {
    const Pair pair = random.Next(random.Below(30), random.Below(30), 1 + random.Below(25));
    ASSERT_NO_FATAL_FAILURE(ExpectEdits(pair, search));
  }
  for (int i = 0; i < 60; ++i) {
    const Pair pair = random.Next(40 + random.Below(80), 40 + random.Below(80), 40);
    ASSERT_NO_FATAL_FAILURE(ExpectEdits(pair, search));
  }
}

// Few distinct words give more candidates than the limit allows.
TEST(ShiftSearch, StopsAtTheLimit) {
  Pairs random(5);
  ShiftSearch search;
  for (uint32_t i = 0; i < 25; ++i) {
    const Pair pair = random.Next(40 + random.Below(40), 40 + random.Below(40), 2 + i % 6);
    ASSERT_NO_FATAL_FAILURE(ExpectEdits(pair, search));
  }
}

TEST(ShiftSearch, ShortestSequences) {
  ShiftSearch search, tercom;
  for (uint32_t code = 0; code < 6 * 6 * 6 * 6 * 6 * 6; ++code) {
    Pair pair{{}, {}, 3};  // up to three words each; 3 is unknown, 4 and 5 stand for no word
    uint32_t rest = code;
    for (int i = 0; i < 6; ++i, rest /= 6) {
      const uint32_t word = rest % 6;
      if (i < 3 && word < 3) pair.ref.push_back(word);
      if (i >= 3 && word < 4) pair.hyp.push_back(word);
    }
    ASSERT_NO_FATAL_FAILURE(ExpectEdits(pair, search));
    ASSERT_NO_FATAL_FAILURE(ExpectTercomEdits(pair, tercom));
  }
}

// Linear memory, and work that the limit bounds; the figures are known without a search.
TEST(ShiftSearch, AMillionWords) {
  constexpr uint32_t kMany = 1'000'000;
  ShiftSearch search;
  Words words(kMany);
  for (uint32_t i = 0; i < kMany; ++i) words[i] = i;
  WordIndex index;
  index.Set(words, kMany);
  EXPECT_EQ(search.Edits(Words(kMany, kMany), index), kMany);
  std::rotate(words.begin(), words.begin() + 5, words.begin() + 30);
  EXPECT_EQ(search.Edits(words, index), 1U);
  index.Set(Words(kMany, 0), 1);
  EXPECT_EQ(search.Edits(Words(kMany, 0), index), 0U);
  EXPECT_EQ(search.Edits(Words(10, 0), index), kMany - 10);
  index.Set(Words(7, 0), 1);
  EXPECT_EQ(search.Edits(Words(kMany, 0), index), kMany - 7);
}

}  // namespace
}  // namespace mtgauge
