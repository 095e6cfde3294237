// The extended edit distance: rules for texts by hand, and scores compared with the definition.
#include <gtest/gtest.h>

#include "core/text/code_points.h"
#include "tests/oracle/naive_alignments.h"
#include "tests/support/random_text.h"
#include "tests/unit/core/metrics/word_definitions.h"

namespace mtgauge {
namespace {

using test::Points;

// The score of texts that the English rules change to `hyp` and `ref`.
double Expected(const std::string& hyp, const std::string& ref) {
  return 100.0 * static_cast<double>(static_cast<float>(oracle::NaiveEed(
                     CodePointsOf(' ' + hyp + ' '), CodePointsOf(' ' + ref + ' '))));
}

TEST(Eed, RulesForEnglish) {
  const std::pair<const char*, const char*> texts[] = {
      {"a.b", "a .b"},
      {"Yes,  no \t ", "Yes , no"},
      {"3.5 and 3, 5", "3 .5 and 3,5"},
      {"1, 2, 3", "1,2 , 3"},
      {"٣, ٤", "٣,٤"},
      {"Mr Smith, Mrs. Jones", "Mr.mith , Mrs. Jones"},
      {"MXGen a", "MXGen."},
      {"Dr", "Dr"},
      {"i.e. this", "i .e . this"},
      {"e . g . that", "e.g. that"},
      {" a; b", " a; b"},
  };
  for (const auto& [text, changed] : texts) {
    EXPECT_EQ(Points("eed", {"some other text"}, text), Expected(changed, "some other text"))
        << text;
  }
}

TEST(Eed, AsDefined) {
  test::RandomText random(81);
  for (int i = 0; i < 150; ++i) {
    std::string ref, hyp;
    for (uint32_t n = random.Below(60); n > 0; --n) ref += "ab c"[random.Below(4)];
    for (const char c : ref) {
      if (random.Below(6) > 0) hyp += random.Below(6) == 0 ? ' ' : c;
    }
    EXPECT_EQ(Points("eed:lang=ja", {'a' + ref + 'b'}, 'b' + hyp + 'a'),
              100.0 * static_cast<double>(static_cast<float>(oracle::NaiveEed(
                          CodePointsOf('b' + hyp + 'a'), CodePointsOf('a' + ref + 'b')))))
        << ref << '\n'
        << hyp;
  }
}

TEST(Eed, DegenerateTexts) {
  EXPECT_NEAR(Points("eed", {""}, ""), 13.04, 0.005);
  EXPECT_EQ(Points("eed:lang=ja", {""}, ""), 100);
  EXPECT_EQ(Points("eed:dialect=rwth", {""}, ""), 0);
  EXPECT_EQ(Points("eed", {"a"}, std::string(2'000, 'b')), Expected(std::string(2'000, 'b'), "a"));
  EXPECT_EQ(Points("eed", {"\xFF\xC3"}, "\xFF"), Expected("\xFF", "\xFF\xC3"));
}

TEST(Eed, LowestReference) {
  const double first = Points("eed", {"the cat"}, "the cats"),
               second = Points("eed", {"a dog"}, "the cats");
  EXPECT_EQ(Points("eed", {"a dog", "the cat"}, "the cats"), std::min(first, second));
}

TEST(Eed, Signatures) {
  EXPECT_EQ(test::KeysOf("eed"), "nrefs:1|case:mixed|lang:en|dialect:torchmetrics");
  EXPECT_EQ(test::KeysOf("eed:lang=ja,lc=yes"),
            "nrefs:1|case:lc|lang:ja|dialect:torchmetrics|lcunicode:14.0|unicode:14.0");
  test::ExpectWrongOptions({"eed:lang=de", "eed:dialect=rwth,lang=ja"});
}

TEST(Eed, ASegmentBeyondTheBudgetIsAnError) { test::ExpectBudget("eed"); }

}  // namespace
}  // namespace mtgauge
