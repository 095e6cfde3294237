// ROUGE: by hand, and compared with its definitions on random segments.
#include <cmath>

#include "tests/oracle/naive_ngrams.h"
#include "tests/unit/core/metrics/word_definitions.h"

namespace mtgauge {
namespace {

using test::Points;
using test::Row;
using test::ScorePair;
using test::Words;

TEST(Rouge, ByHand) {
  const std::vector<std::string> ref = {"the cat sat on the mat"};
  const std::string hyp = "on the mat the cat sat down";
  EXPECT_NEAR(Points("rouge:n=2", ref, hyp), 100 * 2 * 4.0 / (6 + 5), 1e-8);
  EXPECT_NEAR(Points("rouge:n=l", ref, hyp), 100 * 2 * 3.0 / (7 + 6), 1e-8);
  EXPECT_NEAR(Points("rouge:n=l,stat=p", ref, hyp), 100 * 3.0 / 7, 1e-8);
  EXPECT_NEAR(Points("rouge:n=l,stat=r", ref, hyp), 100 * 3.0 / 6, 1e-8);
  EXPECT_NEAR(Points("rouge:n=l,beta=2", ref, hyp), 100 * 5 * 3.0 / (7 + 4 * 6), 1e-8);
}

TEST(Rouge, SeveralReferences) {
  EXPECT_EQ(Points("rouge:stat=p", {"a b c x x x x", "a b"}, "a b c"), 100);
  for (const char* spec : {"rouge", "rouge:n=l"}) test::ExpectBestReference(spec);
}

TEST(Rouge, EmptySides) {
  for (const char* spec : {"rouge", "rouge:n=2", "rouge:n=l", "rouge:n=2,stat=p"}) {
    EXPECT_EQ(Points(spec, {""}, ""), 0) << spec;
    EXPECT_EQ(Points(spec, {""}, "a b"), 0) << spec;
    EXPECT_EQ(Points(spec, {"a b"}, ""), 0) << spec;
    EXPECT_EQ(Points(spec, {"a b"}, "a b"), 100) << spec;
  }
  EXPECT_EQ(ScorePair("rouge", {""}, "").sums, (Row{0, 0}));        // left out of the mean
  EXPECT_EQ(ScorePair("rouge:n=2", {"a"}, "a").sums, (Row{0, 1}));  // no bigram, but words
}

Row RougeRow(int64_t common, int64_t of_hyp, int64_t of_ref) {
  const double f =
      common == 0 ? 0 : 2.0 * static_cast<double>(common) / static_cast<double>(of_hyp + of_ref);
  return {static_cast<int64_t>(std::nearbyint(f * 0x1p36)), 1};
}

TEST(Rouge, ByDefinition) {
  test::ExpectDefinitions("rouge", [](const Words& hyp, const Words& ref) {
    return RougeRow(oracle::NaiveCommonWords(hyp, ref), test::Size(hyp), test::Size(ref));
  });
  test::ExpectDefinitions("rouge:n=3", [](const Words& hyp, const Words& ref) {
    return RougeRow(oracle::NaiveMatches({ref}, hyp, 3)[2], test::Size(hyp) - 2,
                    test::Size(ref) - 2);
  });
  test::ExpectDefinitions("rouge:n=l", [](const Words& hyp, const Words& ref) {
    return RougeRow(oracle::NaiveCommonSubsequence(hyp, ref), test::Size(hyp), test::Size(ref));
  });
}

TEST(Rouge, SignaturesTellWhatMovesDigits) {
  EXPECT_EQ(test::KeysOf("rouge:n=l"), "nrefs:1|case:mixed|tok:none|n:l|stat:f|beta:1");
  EXPECT_EQ(test::KeysOf("rouge:stat=r"), "nrefs:1|case:mixed|tok:none|n:1|stat:r");
}

TEST(Rouge, ASegmentBeyondTheBudgetIsAnError) { test::ExpectBudget("rouge:n=l"); }

TEST(Rouge, WrongOptionsAreUsageErrors) {
  test::ExpectWrongOptions({"rouge:n=0", "rouge:n=L", "rouge:stat=f1", "rouge:stat=p,beta=2",
                            "rouge:beta=-1", "rouge:beta=inf"});
}

}  // namespace
}  // namespace mtgauge
