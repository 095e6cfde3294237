// CharCut's matches, compared with its rules on random, repetitive and degenerate texts.
#include "core/algo/distance/moved_runs.h"

#include <gtest/gtest.h>

#include "core/text/code_points.h"
#include "tests/oracle/naive_charcut.h"
#include "tests/support/random_text.h"

namespace mtgauge {
namespace {

uint64_t Cost(const std::string& hyp, const std::string& ref, uint32_t least = 3) {
  static MovedRuns runs;
  uint64_t cost = 0;
  EXPECT_TRUE(runs.Cost(CodePointsOf(hyp), CodePointsOf(ref), least, &cost));
  return cost;
}

TEST(MovedRuns, ByHand) {
  EXPECT_EQ(Cost("", ""), 0u);
  EXPECT_EQ(Cost("", "abc"), 3u);
  EXPECT_EQ(Cost("the cat sat", "the cat sat"), 0u);
  EXPECT_EQ(Cost("the cat", "the dog"), 6u);          // "the " is at the beginning
  EXPECT_EQ(Cost("on sat", "on the sat"), 4u);        // "on" may be short, since it is first
  EXPECT_EQ(Cost("house red", "red house"), 5u);      // " red" is a shift, " " is edited
  EXPECT_EQ(Cost("unbelievable", "believable"), 2u);  // within a word
  EXPECT_EQ(Cost("ab", "ba"), 4u);                    // too short
}

TEST(MovedRuns, AsByTheRules) {
  test::RandomText random(101);
  const std::vector<std::vector<std::string>> vocabularies = {
      {"ab", "a", "b", "abc", "c", ".", "the", "cat"},
      {".", "..", "-", "...", ".-"},
      {"a", ".", "b.", "-", "a-b", "...", "é"},
      {"haus", "meister", "hausmeister", "er", ",", "das"}};
  for (int i = 0; i < 1'500; ++i) {
    const std::vector<std::string>& words = vocabularies[random.Below(4)];
    const auto text = [&](uint32_t n) {
      std::string out;
      for (uint32_t k = 0; k < n; ++k) {
        if (k > 0 && random.Below(6) > 0) out += ' ';
        out += words[random.Below(static_cast<uint32_t>(words.size()))];
      }
      return out;
    };
    const std::string ref = text(random.Below(9));
    const std::string hyp = random.Below(2) == 0 ? text(random.Below(9)) : random.Perturb(ref);
    const uint32_t least = 1 + random.Below(4);
    EXPECT_EQ(Cost(hyp, ref, least),
              hyp == ref ? 0 : oracle::NaiveCharCut(CodePointsOf(hyp), CodePointsOf(ref), least))
        << hyp << '\n'
        << ref << '\n'
        << least;
  }
}

// More runs than the table holds at first.
TEST(MovedRuns, LongTextsWithManyRuns) {
  test::RandomText random(102);
  for (int i = 0; i < 30; ++i) {
    std::string ref;
    const uint32_t kinds = 2 + random.Below(3);
    for (uint32_t k = 0; k < 250; ++k) ref += " ab."[random.Below(kinds)];
    const std::string hyp = random.Perturb(ref);
    EXPECT_EQ(Cost(hyp, ref),
              hyp == ref ? 0 : oracle::NaiveCharCut(CodePointsOf(hyp), CodePointsOf(ref), 3))
        << hyp << '\n'
        << ref;
  }
}

TEST(MovedRuns, TooManyRunsAreRefused) {
  MovedRuns runs;
  uint64_t cost = 0;
  EXPECT_FALSE(
      runs.Cost(std::u32string(9'000, U'a') + U'b', std::u32string(9'000, U'a'), 3, &cost));
  // Nothing of them is left.
  EXPECT_TRUE(runs.Cost(U"house red", U"red house", 3, &cost));
  EXPECT_EQ(cost, 5u);
}

}  // namespace
}  // namespace mtgauge
