// Precision, recall and F of words: by hand, and compared with their definition.
#include "tests/unit/core/metrics/word_definitions.h"

namespace mtgauge {
namespace {

using test::Points;
using test::Row;
using test::ScorePair;
using test::Words;

TEST(Unigram, ByHand) {
  const std::vector<std::string> ref = {"the cat sat on the mat"};
  const std::string hyp = "on the mat the cat sat down";
  EXPECT_EQ(ScorePair("unigram", ref, hyp).sums, (Row{6, 7, 6}));
  EXPECT_NEAR(Points("unigram:stat=p", ref, hyp), 600.0 / 7, 1e-12);
  EXPECT_NEAR(Points("unigram:stat=r", ref, hyp), 100, 1e-12);
  EXPECT_NEAR(Points("unigram:stat=f1", ref, hyp), 1200.0 / 13, 1e-12);
  const double p = 6.0 / 7;
  EXPECT_NEAR(Points("unigram:stat=fmean", ref, hyp), 1000 * p / (9 * p + 1), 1e-12);
  EXPECT_NEAR(Points("unigram:stat=fmean,alpha=0.3", ref, hyp), 100 * p / (.3 * p + .7), 1e-12);
}

// Each figure has its own best reference: precision the longer one, recall the shorter one.
TEST(Unigram, SeveralReferences) {
  const std::vector<std::string> refs = {"a b c x x x x", "a b"};
  EXPECT_EQ(ScorePair("unigram:stat=p", refs, "a b c").sums, (Row{3, 3, 7}));
  EXPECT_EQ(ScorePair("unigram:stat=r", refs, "a b c").sums, (Row{2, 3, 2}));
  test::ExpectBestReference("unigram:stat=r");
}

TEST(Unigram, EmptySides) {
  for (const char* spec : {"unigram", "unigram:stat=p", "unigram:stat=r", "unigram:stat=fmean",
                           "unigram:stat=fmean,alpha=0", "unigram:stat=fmean,alpha=1"}) {
    EXPECT_EQ(Points(spec, {""}, ""), 0) << spec;
    EXPECT_EQ(Points(spec, {""}, "a b"), 0) << spec;
    EXPECT_EQ(Points(spec, {"a b"}, ""), 0) << spec;
    EXPECT_EQ(Points(spec, {"a b"}, "a b"), 100) << spec;
  }
}

TEST(Unigram, ByDefinition) {
  test::ExpectDefinitions("unigram", [](const Words& hyp, const Words& ref) {
    return Row{oracle::NaiveCommonWords(hyp, ref), test::Size(hyp), test::Size(ref)};
  });
}

TEST(Unigram, SignaturesTellWhatMovesDigits) {
  EXPECT_EQ(test::KeysOf("unigram"), "nrefs:1|case:mixed|tok:none|stat:f1");
  EXPECT_EQ(test::KeysOf("unigram:stat=fmean"), "nrefs:1|case:mixed|tok:none|stat:fmean|alpha:0.9");
}

TEST(Unigram, WrongOptionsAreUsageErrors) {
  test::ExpectWrongOptions({"unigram:stat=f2", "unigram:alpha=0.5", "unigram:stat=fmean,alpha=1.5",
                            "unigram:stat=fmean,alpha=nan"});
}

}  // namespace
}  // namespace mtgauge
