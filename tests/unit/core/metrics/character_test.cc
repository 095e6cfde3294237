// CharacTER compared with its rules, and what several and empty texts score.
#include <gtest/gtest.h>

#include "tests/oracle/naive_character.h"
#include "tests/support/random_text.h"
#include "tests/unit/core/metrics/word_definitions.h"

namespace mtgauge {
namespace {

using test::Points;

double ExpectedCharacter(const std::string& hyp, const std::string& ref) {
  return 100.0 * oracle::NaiveCharacter(test::Split(hyp), test::Split(ref));
}

TEST(Character, AsByTheRules) {
  test::RandomText random(91);
  for (int i = 0; i < 300; ++i) {
    std::string ref;
    for (uint32_t n = 1 + random.Below(25); n > 0; --n) {
      ref += (random.Below(3) == 0 ? "longer" : "w") + std::to_string(random.Below(12)) + ' ';
    }
    std::string hyp = random.Perturb(ref);
    std::replace_if(
        hyp.begin(), hyp.end(), [](char c) { return c < 0; }, 'x');
    EXPECT_EQ(Points("character", {ref}, hyp), ExpectedCharacter(hyp, ref)) << ref << '\n' << hyp;
  }
}

TEST(Character, ByHand) {
  EXPECT_EQ(Points("character", {"the cat sat"}, "the cat sat"), 0);
  // Shifted for the mean length of one word, over 7 characters.
  EXPECT_EQ(Points("character", {"cat the"}, "the cat"), 100.0 * (3.0 / 7.0));
  // Three edits of the last word, of code points.
  EXPECT_EQ(Points("character", {"vier größe"}, "vier grüss"), 100.0 * (3.0 / 10.0));
  EXPECT_EQ(Points("character:lc=yes", {"The Cat"}, "the cat"), 0);
}

TEST(Character, DegenerateTexts) {
  EXPECT_EQ(Points("character", {""}, ""), 0);
  EXPECT_EQ(Points("character", {""}, "a b"), 100);
  EXPECT_EQ(Points("character", {"a b"}, " "), 100);
  EXPECT_EQ(Points("character", {"a"}, std::string(3'000, 'b')), 100);
  EXPECT_EQ(Points("character", {"\xFF\xC3 a"}, "\xFF\xC3 b"), 100.0 * (1.0 / 4.0));
}

TEST(Character, LowestReference) {
  const double first = Points("character", {"the cat"}, "the cats"),
               second = Points("character", {"a dog"}, "the cats");
  EXPECT_EQ(Points("character", {"a dog", "the cat"}, "the cats"), std::min(first, second));
}

TEST(Character, SignaturesAndTools) {
  EXPECT_EQ(test::KeysOf("character"), "nrefs:1|case:mixed|tok:none");
  EXPECT_EQ(MakeMetric("character", {}, {})->Equals(), "cer-1.2.0");
  EXPECT_EQ(MakeMetric("character:tok=13a", {}, {})->Equals(), "");
  EXPECT_EQ(MakeMetric("character:lc=yes", {}, {})->Equals(), "");
}

TEST(Character, ASegmentBeyondTheBudgetIsAnError) { test::ExpectBudget("character"); }

}  // namespace
}  // namespace mtgauge
