// hLEPOR compared with its rules: words and empty words, places, penalties.
#include <gtest/gtest.h>

#include "core/base/split.h"
#include "tests/oracle/naive_lepor.h"
#include "tests/support/random_text.h"
#include "tests/unit/core/metrics/word_definitions.h"

namespace mtgauge {
namespace {

using test::Points;

oracle::Words Pieces(const std::string& text) {
  const auto pieces = SplitAt(' ', text);
  return {pieces.begin(), pieces.end()};
}

TEST(HLepor, AsByTheRules) {
  test::RandomText random(93);
  for (int i = 0; i < 1'000; ++i) {
    std::string ref = "w0", hyp = "w1";
    const uint32_t words = 1 + random.Below(8);
    for (uint32_t n = random.Below(i % 8 == 0 ? 150 : 25); n > 0; --n)
      ref += " w" + std::to_string(random.Below(words));
    for (uint32_t n = random.Below(i % 8 == 0 ? 150 : 25); n > 0; --n)
      hyp += " w" + std::to_string(random.Below(words));
    EXPECT_NEAR(Points("hlepor", {ref}, hyp), oracle::NaiveHLepor(Pieces(hyp), Pieces(ref)), 1e-14)
        << ref << '\n'
        << hyp;
  }
}

TEST(HLepor, EmptyPiecesAreWords) {
  EXPECT_NEAR(Points("hlepor", {"a  b c"}, "a b  c"),
              oracle::NaiveHLepor({"a", "b", "", "c"}, {"a", "", "b", "c"}), 1e-14);
  EXPECT_EQ(Points("hlepor", {" \u00A0 a b\t"}, "A B"), 1);
  EXPECT_LT(Points("hlepor", {"a\tb c"}, "a b c"), 1);
  EXPECT_EQ(Points("hlepor:lc=no", {"a"}, "A"), 0);
}

TEST(HLepor, DegenerateTexts) {
  EXPECT_EQ(Points("hlepor", {""}, ""), 0);
  EXPECT_EQ(Points("hlepor", {"a"}, ""), 0);
  EXPECT_EQ(Points("hlepor", {" "}, "\t "), 1);  // one empty word each
  EXPECT_EQ(Points("hlepor", {"a b a b a"}, "a b a b a"), 1);
  std::string words = "a";
  for (int i = 0; i < 2'000; ++i) words += " a";
  EXPECT_EQ(Points("hlepor", {"a"}, words), 0);  // the length penalty is below every double
}

TEST(HLepor, BestReference) { test::ExpectBestReference("hlepor"); }

TEST(HLepor, SignaturesAndTools) {
  EXPECT_EQ(test::KeysOf("hlepor"), "nrefs:1|case:lc|tok:hlepor|lcunicode:14.0");
  EXPECT_EQ(MakeMetric("hlepor", {}, {})->Equals(), "hLepor-0.0.4");
  EXPECT_EQ(MakeMetric("hlepor:tok=13a", {}, {})->Equals(), "");
  EXPECT_EQ(MakeMetric("hlepor:lc=no", {}, {})->Equals(), "");
}

TEST(HLepor, ASegmentBeyondTheBudgetIsAnError) { test::ExpectBudget("hlepor"); }

}  // namespace
}  // namespace mtgauge
