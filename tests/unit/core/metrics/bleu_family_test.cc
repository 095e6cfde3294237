// The metrics of the BLEU family by hand, and compared with the formulas written plainly.
#include <gtest/gtest.h>

#include <cmath>
#include <functional>
#include <string>
#include <vector>

#include "core/base/version.h"
#include "core/score/job.h"
#include "core/score/worker.h"
#include "tests/oracle/naive_bleu.h"
#include "tests/oracle/naive_tokenizers.h"
#include "tests/support/random_text.h"
#include "tests/support/scored.h"

namespace mtgauge {
namespace {

using test::Lines;
using test::Scored;
using test::ScoreSegments;

double One(const std::string& spec, const Lines& refs, const std::string& hyp) {
  return test::ScorePair(spec, refs, hyp).score;
}

TEST(BleuFamily, ArithmeticMeanByHand) {
  // Precisions 4/4, 2/3, 1/2 and 0 of 1; as long as the reference.
  EXPECT_NEAR(One("bleu:mean=arithmetic", {"a b c x"}, "a b c a"), 100 * (0.75 + 2.0 / 3 + 0.5) / 4,
              1e-12);
  // No trigrams or 4-grams at all; half as long as the reference.
  EXPECT_NEAR(One("bleu:mean=arithmetic", {"a b c d"}, "a b"), 100 * std::exp(-1) * 2 / 4, 1e-12);
  EXPECT_NEAR(One("bleu:mean=arithmetic,eff=yes", {"a b"}, "a b"), 100, 1e-12);
  EXPECT_EQ(One("bleu:mean=arithmetic", {"a b c"}, "x y z"), 0);
  EXPECT_EQ(One("bleu:mean=arithmetic", {"a b c"}, ""), 0);
}

TEST(BleuFamily, BrevityByHand) {
  const Lines refs = {"a b c d e f", "a b c d e f g", "a b c d e f g h i j k l"};
  const std::string hyp = "a b c d e";
  EXPECT_NEAR(One("bleu", refs, hyp), 100 * std::exp(1 - 6.0 / 5), 1e-12);
  EXPECT_NEAR(One("bleu:brevity=shortest", {refs[2], refs[0]}, hyp), 100 * std::exp(1 - 6.0 / 5),
              1e-12);
  EXPECT_NEAR(One("bleu:brevity=shortest", {refs[2], "a"}, hyp), 100, 1e-12);
  EXPECT_NEAR(One("bleu:brevity=average", refs, hyp), 100 * std::exp(1 - 25.0 / 15), 1e-12);
  // Thirds add up to a whole token: 25/3 + 25/3 + 25/3 = 25.
  const Scored thrice = ScoreSegments(
      "bleu:brevity=average",
      {{refs[0], refs[0], refs[0]}, {refs[1], refs[1], refs[1]}, {refs[2], refs[2], refs[2]}},
      {hyp, hyp, hyp});
  EXPECT_NE(thrice.verbose.find("ref_len = 25.0)"), std::string::npos) << thrice.verbose;
}

TEST(BleuFamily, SignaturesTellWhatIsNotSacrebleus) {
  const Scored both = ScoreSegments("bleu:brevity=average,mean=arithmetic", {{"a"}}, {"a"});
  EXPECT_EQ(both.signature,
            "nrefs:1|case:mixed|eff:no|tok:13a|smooth:none|bp:average|mean:arithmetic|"
            "version:mtgauge-" +
                std::string(kVersion));
  EXPECT_EQ(both.equals, "");
  EXPECT_NE(ScoreSegments("bleu:brevity=closest,mean=geometric", {{"a"}}, {"a"}).equals, "");
  EXPECT_EQ(
      ScoreSegments("mteval-bleu:brevity=shortest,smooth=none,single=2", {{"a"}}, {"a"}).signature,
      "nrefs:1|case:lc|tok:mteval|smooth:none|order:4|single:2|bp:shortest|"
      "version:mtgauge-" +
          std::string(kVersion));
  EXPECT_EQ(ScoreSegments("multi-bleu:lc=yes", {{"a"}}, {"a"}).signature,
            "nrefs:1|case:lc|tok:ascii|smooth:none|version:mtgauge-" + std::string(kVersion));
  EXPECT_EQ(ScoreSegments("multi-bleu-detok:lc=yes", {{"a"}}, {"a"}).signature,
            "nrefs:1|case:lc|tok:mteval|smooth:none|lcunicode:14.0|version:mtgauge-" +
                std::string(kVersion));
  EXPECT_EQ(ScoreSegments("sentence-bleu:smooth=cc2", {{"a"}}, {"a"}).signature,
            "nrefs:1|case:mixed|tok:none|smooth:cc2|order:4|corpus:mean|version:mtgauge-" +
                std::string(kVersion));
}

TEST(BleuFamily, MultiBleuSplitsBytesAsPerlDoes) {
  // A no-break space and U+001F belong to words; only A to Z are lower-cased.
  EXPECT_EQ(ScoreSegments("multi-bleu", {{"a"}},
                          {"a\u00A0b c\x1F"
                           "d\te\vf\fg\rh"})
                .sums[0],
            6);
  EXPECT_EQ(ScoreSegments("multi-bleu:lc=yes", {{"ä ö"}}, {"Ä ö"}).sums[2], 1);
  EXPECT_EQ(ScoreSegments("multi-bleu:lc=yes", {{"A ö"}}, {"a ö"}).sums[2], 2);
  EXPECT_EQ(ScoreSegments("multi-bleu-detok:lc=yes", {{"ä, ö"}}, {"Ä &amp; ö"}).sums[2], 2);
}

// Moses' own test of these figures has 6/6, 4/5, 2/4, 1/3 and a reference of 7.
TEST(BleuFamily, MosesExample) {
  const std::string ref = "a b c d x e f", hyp = "a b c d e f";
  EXPECT_EQ(ScoreSegments("bleu", {{ref}}, {hyp}).sums,
            (std::vector<int64_t>{6, 7, 6, 4, 2, 1, 6, 5, 4, 3}));
  EXPECT_NEAR(One("sentence-bleu:smooth=moses", {ref}, hyp), 59.85, 0.006);
  EXPECT_NEAR(One("sentence-bleu:smooth=nakov", {ref}, hyp), 50.67, 0.006);
}

TEST(BleuFamily, ShortSegments) {
  EXPECT_NEAR(One("sentence-bleu", {"a"}, "a"), 100, 1e-12);
  EXPECT_NEAR(One("sentence-bleu", {""}, ""), 100, 1e-12);
  EXPECT_EQ(One("sentence-bleu", {"a"}, ""), 0);
  EXPECT_NEAR(One("sentence-bleu:smooth=cc1", {"a"}, "a"), 100 * std::pow(0.1, 0.75), 1e-12);
  EXPECT_NEAR(One("sentence-bleu:smooth=cc2", {"a"}, "a"), 100 * std::pow(0.5, 0.75), 1e-12);
  EXPECT_NEAR(One("sentence-bleu:smooth=cc3", {"a"}, "a"), 100 * std::pow(2, -6.0 / 4), 1e-12);
  EXPECT_EQ(One("sentence-bleu:smooth=cc1", {""}, ""), 0);
  EXPECT_NEAR(One("mteval-bleu", {"The"}, "the"), 1, 1e-12);
  EXPECT_NEAR(One("mteval-bleu", {"cat"}, "cats"), std::pow(0.5, 0.25), 1e-12);
  EXPECT_EQ(One("mteval-bleu:smooth=none", {"the"}, "the"), 0);
  EXPECT_EQ(One("mteval-bleu", {""}, ""), 0);
  EXPECT_EQ(One("multi-bleu", {""}, ""), 0);
  EXPECT_EQ(One("multi-bleu", {"a b c d"}, ""), 0);
}

TEST(BleuFamily, WrongOptionsAreUsageErrors) {
  for (const char* spec :
       {"bleu:brevity=longest", "bleu:mean=harmonic", "bleu:mean=arithmetic,smooth=exp",
        "bleu:mean=arithmetic,value=1", "mteval-bleu:brevity=average", "mteval-bleu:smooth=floor",
        "mteval-bleu:order=10", "mteval-bleu:single=0", "multi-bleu:tok=13a", "multi-bleu:lc=maybe",
        "sentence-bleu:smooth=cc4", "sentence-bleu:order=10"}) {
    const auto made = MakeMetric(spec, {}, {});
    ASSERT_FALSE(made.ok()) << spec;
    EXPECT_EQ(made.status().kind(), ErrorKind::kUsage) << spec;
  }
}

// A metric, its tokenizer, and its formula for counts of `orders` orders.
struct Twin {
  std::string spec, tokenizer;
  size_t orders;
  std::string brevity;
  std::function<double(const oracle::BleuCounts&)> formula;
  bool is_mean;  // over segments, rather than of sums
};

std::vector<Twin> Twins() {
  std::vector<Twin> twins;
  for (const std::string brevity : {"closest", "shortest", "average"}) {
    twins.push_back({"bleu:mean=arithmetic,brevity=" + brevity, "13a", 4, brevity,
                     [](const auto& c) { return 100 * oracle::ArithmeticBleu(c); }, false});
    twins.push_back({"bleu:order=3,smooth=none,brevity=" + brevity, "13a", 3, brevity,
                     [](const auto& c) { return 100 * oracle::MultiBleu(c); }, false});
  }
  for (const size_t order : {1U, 4U, 9U}) {
    for (const std::string brevity : {"closest", "shortest"}) {
      const std::string of = ",brevity=" + brevity + ",order=" + std::to_string(order);
      twins.push_back({"mteval-bleu:smooth=exp" + of, "mteval-lc", 9, brevity,
                       [=](const auto& c) { return oracle::MtevalBleu(c, order, true); }, false});
      twins.push_back({"mteval-bleu:lc=no,smooth=none" + of, "mteval", 9, brevity,
                       [=](const auto& c) { return oracle::MtevalBleu(c, order, false); }, false});
    }
  }
  const auto multi = [](const auto& c) { return 100 * oracle::MultiBleu(c); };
  twins.push_back({"multi-bleu", "ascii", 4, "closest", multi, false});
  twins.push_back({"multi-bleu:lc=yes", "ascii-lc", 4, "closest", multi, false});
  twins.push_back({"multi-bleu-detok", "mteval", 4, "closest", multi, false});
  for (const std::string smoothing : {"plus1", "moses", "nakov", "cc1", "cc2", "cc3"}) {
    for (const size_t order : {2U, 4U, 9U}) {
      twins.push_back({"sentence-bleu:smooth=" + smoothing + ",order=" + std::to_string(order),
                       "none", order, "closest",
                       [=](const auto& c) { return 100 * oracle::SentenceBleu(c, smoothing); },
                       true});
    }
  }
  return twins;
}

TEST(BleuFamily, EqualsTheFormulas) {
  test::RandomText text(41);
  std::vector<Lines> refs(3);
  Lines hyps;
  for (const std::string& base : text.Segments(60)) {
    for (Lines& column : refs) column.push_back(text.Perturb(base));
    hyps.push_back(text.Below(8) == 0 ? text.Sentence(text.Below(4)) : text.Perturb(base));
  }
  for (const Twin& twin : Twins()) {
    SCOPED_TRACE(twin.spec);
    const Scored ours = ScoreSegments(twin.spec, refs, hyps);
    const oracle::NaiveTokenizer cut = oracle::FindNaiveTokenizer(twin.tokenizer);
    oracle::BleuCounts sums;
    double mean = 0;
    for (size_t i = 0; i < hyps.size(); ++i) {
      std::vector<oracle::Words> words;
      for (const Lines& column : refs) words.push_back(cut(column[i]));
      const oracle::BleuCounts counts =
          oracle::CountBleu(words, cut(hyps[i]), twin.orders, twin.brevity);
      const double expected = twin.formula(counts);
      EXPECT_NEAR(ours.segments[i], expected, 1e-12 * std::fabs(expected)) << hyps[i];
      mean += expected / static_cast<double>(hyps.size());
      oracle::AddTo(sums, counts);
    }
    const double expected = twin.is_mean ? mean : twin.formula(sums);
    EXPECT_NEAR(ours.score, expected, 1e-12 * expected);
    EXPECT_GT(expected, 0);
  }
}

}  // namespace
}  // namespace mtgauge
