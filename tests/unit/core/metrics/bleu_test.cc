// BLEU by hand: statistics and scores that can be checked on paper, and the options' errors.
#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "core/base/version.h"
#include "core/score/job.h"
#include "tests/support/scored.h"

namespace mtgauge {
namespace {

using test::Scored;

Scored Score(const std::vector<std::string>& refs, const std::string& hyp,
             const std::string& spec = "bleu", Arithmetic arithmetic = Arithmetic::kPinned) {
  MetricContext context;
  context.arithmetic = arithmetic;
  return test::ScorePair(spec, refs, hyp, context);
}

TEST(Bleu, StatisticsOfASmallPair) {
  const Scored s = Score({"the cat sat on the mat"}, "the cat the cat on the mat");
  EXPECT_EQ(s.sums, (std::vector<int64_t>{7, 6, 5, 3, 1, 0, 7, 6, 5, 4}));
  EXPECT_EQ(s.signature, "nrefs:1|case:mixed|eff:no|tok:13a|smooth:exp|version:mtgauge-" +
                             std::string(kVersion));
}

TEST(Bleu, ClosestReferenceLengthPrefersTheShorter) {
  EXPECT_EQ(Score({"a b", "a b c d", "x"}, "a b c").sums[1], 2);
  EXPECT_EQ(Score({"a b c d", "a b"}, "a b c").sums[1], 2);
  EXPECT_EQ(Score({"", "a b c d e f"}, "a b c").sums[1], 0);
}

TEST(Bleu, ClipsByTheMaximumOverReferences) {
  EXPECT_EQ(Score({"a a b", "a b b"}, "a a a b b b").sums[2], 4);
}

TEST(Bleu, PerfectShortAndEmpty) {
  EXPECT_NEAR(Score({"a b c d"}, "a b c d").score, 100, 1e-12);
  EXPECT_EQ(Score({"a b"}, "a b").score, 0);  // no trigram at all
  EXPECT_NEAR(Score({"a b"}, "a b", "bleu:eff=yes").score, 100, 1e-12);
  EXPECT_EQ(Score({"a b"}, "").score, 0);
  EXPECT_EQ(Score({""}, "").score, 0);
  EXPECT_EQ(Score({""}, "a").score, 0);
}

TEST(Bleu, Smoothings) {
  const std::vector<std::string> ref = {"a b c d e"};
  EXPECT_EQ(Score(ref, "a c e b", "bleu:smooth=none").score, 0);
  // precisions 100, 100/(2*3), 100/(4*2), 100/(8*1) and brevity penalty e^(1-5/4)
  EXPECT_NEAR(Score(ref, "a c e b").score, 17.5931, 1e-3);
  EXPECT_GT(Score(ref, "a c e b", "bleu:smooth=floor").score, 0);
  EXPECT_GT(Score(ref, "a c e b", "bleu:smooth=add-k,value=0.5").score, 0);
}

// U+2E60 and U+20C1 are newer than Unicode 15.0: punctuation and a symbol.
TEST(Bleu, IntlFollowsTheChosenUnicode) {
  const std::vector<std::string> ref = {"so \u2e60 we paid 12 \u20c1 for it"};
  const std::string hyp = "so\u2e60we paid 12\u20c1 for it";
  EXPECT_DOUBLE_EQ(Score(ref, hyp, "bleu:tok=intl").score, 100);
  EXPECT_DOUBLE_EQ(Score(ref, hyp, "bleu:tok=intl,unicode=18.0").score, 100);
  EXPECT_LT(Score(ref, hyp, "bleu:tok=intl,unicode=15.0").score, 50);
  EXPECT_EQ(Score({"a"}, "a", "bleu:tok=intl,unicode=15.0").signature,
            "nrefs:1|case:mixed|eff:no|tok:intl|smooth:exp|unicode:15.0|version:mtgauge-" +
                std::string(kVersion));
  EXPECT_EQ(Score({"a"}, "a", "bleu:tok=intl").equals, "sacrebleu-2.6.0");
  EXPECT_EQ(Score({"a"}, "a", "bleu:tok=intl,unicode=15.0").equals, "");
}

TEST(Bleu, VersionsOfDataAreChecked) {
  const auto error = [](const std::string& spec) {
    return std::string(MakeMetric(spec, {}, {}).status().message());
  };
  EXPECT_EQ(error("bleu:unicode=15.0"),
            "unicode=15.0 does not change the tokenizer 13a; leave it out");
  EXPECT_EQ(error("bleu:tok=intl,unicode=16.0"),
            "unicode=16.0 is unknown to the tokenizer intl; it knows 18.0, 15.0");
  EXPECT_EQ(error("bleu:tok=mteval-intl,unicode=18.0"),
            "unicode=18.0 is unknown to the tokenizer mteval-intl; it knows 15.0");
  EXPECT_EQ(error("bleu:tok=intl,pieces=0.2.1"),
            "pieces=0.2.1 does not change the tokenizer intl; leave it out");
  EXPECT_EQ(error("bleu:tok=ja-mecab,pieces=0.2.1"),
            "pieces=0.2.1 does not change the tokenizer ja-mecab; leave it out");
  EXPECT_EQ(error("bleu:tok=flores200,unicode=18.0"),
            "unicode=18.0 does not change the tokenizer flores200; leave it out");
  EXPECT_EQ(error("bleu:tok=flores200,pieces=0.2"), "pieces=0.2 must be 0.2.3 or 0.2.1");
  EXPECT_THAT(error("chrf:unicode=15.0"), testing::HasSubstr("no option 'unicode'"));
}

TEST(Bleu, SignatureTellsWhatMovesDigits) {
  EXPECT_EQ(Score({"a"}, "a", "bleu:order=2,smooth=floor,lc=yes,tok=intl").signature,
            "nrefs:1|case:lc|eff:no|tok:intl|smooth:floor[0.10]|order:2|unicode:18.0|"
            "lcunicode:14.0|version:mtgauge-" +
                std::string(kVersion));
  EXPECT_NE(Score({"a"}, "a", "bleu:smooth=floor,value=0.123").signature.find("|value:0.123|"),
            std::string::npos);
}

TEST(Bleu, VerboseIsSacrebleusLine) {
  EXPECT_EQ(Score({"the cat sat on the mat"}, "the cat sat").verbose,
            "100.0/100.0/100.0/0.0 (BP = 0.368 ratio = 0.500 hyp_len = 3 ref_len = 6)");
}

TEST(Bleu, WrongOptionsAreUsageErrors) {
  for (const char* spec :
       {"bleu:order=0", "bleu:order=x", "bleu:order=101", "bleu:smooth=nist", "bleu:tok=14a",
        "bleu:lc=maybe", "bleu:smooth=exp,value=1", "bleu:smooth=floor,value=-1",
        "bleu:smooth=floor,value=nan", "bleu:beta=2", "bleu:order", "blue"}) {
    const auto made = MakeMetric(spec, {}, {});
    ASSERT_FALSE(made.ok()) << spec;
    EXPECT_EQ(made.status().kind(), ErrorKind::kUsage) << spec;
  }
}

}  // namespace
}  // namespace mtgauge
