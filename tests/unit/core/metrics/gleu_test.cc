// GLEU: by hand, and compared with its definition on random segments.
#include "tests/oracle/naive_ngrams.h"
#include "tests/unit/core/metrics/word_definitions.h"

namespace mtgauge {
namespace {

using test::Points;
using test::Row;
using test::ScorePair;
using test::Words;

TEST(Gleu, ByHand) {
  const std::vector<std::string> ref = {"the cat sat on the mat"};
  const std::string hyp = "on the mat the cat sat down";
  EXPECT_EQ(ScorePair("gleu", ref, hyp).sums, (Row{6 + 4 + 2, 7 + 6 + 5 + 4}));
}

TEST(Gleu, SeveralReferences) {
  EXPECT_EQ(ScorePair("gleu", {"x y", "a b", "a b"}, "a b").sums, (Row{3, 3}));
  test::ExpectBestReference("gleu");
}

TEST(Gleu, EmptySides) {
  EXPECT_EQ(Points("gleu", {""}, ""), 0);
  EXPECT_EQ(Points("gleu", {""}, "a b"), 0);
  EXPECT_EQ(Points("gleu", {"a b"}, ""), 0);
  EXPECT_EQ(Points("gleu", {"a b"}, "a b"), 100);
}

TEST(Gleu, ByDefinition) {
  test::ExpectDefinitions("gleu", [](const Words& hyp, const Words& ref) {
    int64_t matches = 0, of_hyp = 0, of_ref = 0;
    for (const int64_t count : oracle::NaiveMatches({ref}, hyp, 4)) matches += count;
    for (int64_t n = 0; n < 4; ++n) {
      of_hyp += std::max<int64_t>(0, test::Size(hyp) - n);
      of_ref += std::max<int64_t>(0, test::Size(ref) - n);
    }
    return Row{matches, std::max(of_hyp, of_ref)};
  });
}

TEST(Gleu, SignatureTellsWhatMovesDigits) {
  EXPECT_EQ(test::KeysOf("gleu:order=2"), "nrefs:1|case:mixed|tok:none|order:2");
}

TEST(Gleu, WrongOptionsAreUsageErrors) {
  test::ExpectWrongOptions({"gleu:order=0", "gleu:order=10", "gleu:order=x"});
}

}  // namespace
}  // namespace mtgauge
