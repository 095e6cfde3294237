// LEPOR compared with its rules: words, places, penalties.
#include <gtest/gtest.h>

#include "tests/oracle/naive_lepor.h"
#include "tests/support/random_text.h"
#include "tests/unit/core/metrics/word_definitions.h"

namespace mtgauge {
namespace {

using test::Points;

TEST(Lepor, AsByTheRules) {
  test::RandomText random(92);
  for (int i = 0; i < 500; ++i) {
    std::string ref;
    const uint32_t words = 1 + random.Below(8);
    for (uint32_t n = random.Below(i % 8 == 0 ? 150 : 25); n > 0; --n)
      ref += "w" + std::to_string(random.Below(words)) + ' ';
    std::string hyp = random.Perturb(ref);
    std::replace_if(
        hyp.begin(), hyp.end(), [](char c) { return c < 0; }, 'x');
    EXPECT_NEAR(Points("lepor:dialect=nltk", {ref}, hyp),
                oracle::NaiveLepor(test::Split(hyp), test::Split(ref), 0x1p-52), 1e-14)
        << ref << '\n'
        << hyp;
    EXPECT_NEAR(Points("lepor:tok=none", {ref}, hyp),
                oracle::NaiveLepor(test::Split(hyp), test::Split(ref), 1e-24), 1e-14)
        << ref << '\n'
        << hyp;
  }
}

// What lepor's own words are, by texts with the same words between spaces.
TEST(Lepor, Words) {
  const std::pair<const char*, const char*> texts[] = {
      {"It's (un)cut: a_b, don't! Yes?;", "It's un cut a_b , don't ! Yes ? ;"},
      {"größe-3.5 ½ ''", "größe 3 . 5 ½ ''"},
      {"न\u0939\u0940\u0902 e\u0301a", "न\u0939 e a"},  // marks are no letters
      {"a\xFF\xFFz b\xC3", "a z b"},
      {"…—", ""},
  };
  for (const auto& [text, words] : texts) {
    EXPECT_EQ(Points("lepor", {"a cut don't , Yes . größe 5 z e"}, text),
              Points("lepor:tok=none", {"a cut don't , Yes . größe 5 z e"}, words))
        << text;
  }
}

TEST(Lepor, TheLengthPenaltyGrows) {
  EXPECT_EQ(Points("lepor", {"a b c"}, "a b c"), 1);
  EXPECT_GT(Points("lepor", {"a b c"}, "a b c c"), 1);
}

TEST(Lepor, DegenerateTexts) {
  EXPECT_EQ(Points("lepor", {""}, ""), 0);
  EXPECT_EQ(Points("lepor", {"a"}, "..."), 0);
  EXPECT_EQ(Points("lepor", {""}, "a"), 0);
  EXPECT_EQ(Points("lepor:dialect=nltk", {"a"}, ""), 0);
  // Without a match, NLTK's figure is its epsilon, times the penalties.
  EXPECT_NEAR(Points("lepor:dialect=nltk", {"a"}, "b"), 0x1p-52, 1e-18);
}

TEST(Lepor, BestReference) { test::ExpectBestReference("lepor"); }

TEST(Lepor, SignaturesAndTools) {
  EXPECT_EQ(test::KeysOf("lepor"), "nrefs:1|case:mixed|tok:lepor|dialect:lepor|unicode:14.0");
  EXPECT_EQ(test::KeysOf("lepor:dialect=nltk"), "nrefs:1|case:mixed|tok:none|dialect:nltk");
  EXPECT_EQ(MakeMetric("lepor", {}, {})->Equals(), "lepor-0.1.0");
  EXPECT_EQ(MakeMetric("lepor:dialect=nltk", {}, {})->Equals(), "nltk-3.10.4");
  EXPECT_EQ(MakeMetric("lepor:dialect=nltk,tok=13a", {}, {})->Equals(), "");
  test::ExpectWrongOptions({"lepor:dialect=perl", "lepor:tok=punkt"});
}

TEST(Lepor, ASegmentBeyondTheBudgetIsAnError) { test::ExpectBudget("lepor"); }

}  // namespace
}  // namespace mtgauge
