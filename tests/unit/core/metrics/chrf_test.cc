// chrF by hand and compared with its definition: rows, scores, the choice among references, float32
// sums, options and their errors.
#include <gtest/gtest.h>

#include <array>
#include <cmath>
#include <string>
#include <vector>

#include "core/base/version.h"
#include "core/score/job.h"
#include "core/score/worker.h"
#include "tests/oracle/naive_chrf.h"
#include "tests/support/random_text.h"
#include "tests/support/scored.h"

namespace mtgauge {
namespace {

using oracle::NaiveChrfRow;
using oracle::NaiveChrfScore;
using test::Scored;
using Row = std::vector<int64_t>;

Scored ScoreChrf(const std::vector<std::string>& refs, const std::string& hyp,
                 const std::string& spec = "chrf", NgramEngine engine = NgramEngine::kAuto) {
  MetricContext context;
  context.ngram_engine = engine;
  return test::ScorePair(spec, refs, hyp, context);
}

TEST(Chrf, RowOfASmallPair) {
  const Scored s = ScoreChrf({"ab ab c"}, "abc", "chrf:nc=3,nw=2");
  EXPECT_EQ(s.sums, (Row{3, 5, 3, 2, 4, 2, 1, 3, 1, 1, 3, 0, 0, 2, 0}));
}

TEST(Chrf, AReferenceWithoutNgramsOfAnOrderTakesThoseOfTheHypothesisAway) {
  EXPECT_EQ(ScoreChrf({"ab"}, "abcd", "chrf:nc=3").sums, (Row{4, 2, 2, 3, 1, 1, 0, 0, 0}));
}

TEST(Chrf, PerfectDisjointAndEmpty) {
  EXPECT_EQ(ScoreChrf({"a b c"}, "a b c").score, 100);
  EXPECT_EQ(ScoreChrf({"xyz"}, "abc").score, 0);
  EXPECT_EQ(ScoreChrf({""}, "").score, 0);
  EXPECT_EQ(ScoreChrf({"a"}, "").score, 0);
  EXPECT_EQ(ScoreChrf({""}, "a").score, 0);
  EXPECT_EQ(ScoreChrf({" "}, "\xC2\xA0").score, 0);
  for (const char* spec : {"chrf:eps=yes", "chrf:eps=yes,nw=2,beta=0", "chrf:beta=0"}) {
    EXPECT_GE(ScoreChrf({""}, "", spec).score, 0) << spec;
    EXPECT_LT(ScoreChrf({"a"}, "", spec).score, 1e-9) << spec;
  }
}

TEST(Chrf, WordsLoseOnePunctuationMark) {
  // "(hi" ")" "-" "x" ".." "." "“so”" compared with "(" "(" "hi" ")" "x" "." "." ".".
  EXPECT_EQ(ScoreChrf({"( (hi ) x . .."}, "(hi) -x ... “so”", "chrf:nc=1,nw=1").sums,
            (Row{13, 9, 8, 7, 8, 3}));
}

TEST(Chrf, WhiteSpaceCountsOnlyOnRequest) {
  EXPECT_EQ(ScoreChrf({"a\u3000b c"}, "abc\u2009").sums[2], 3);
  EXPECT_EQ(ScoreChrf({" a b"}, " a b \t", "chrf:nc=2,space=yes").sums, (Row{4, 4, 4, 3, 3, 3}));
}

TEST(Chrf, TakesTheBestReferenceAndOfEqualOnesTheFirst) {
  EXPECT_EQ(ScoreChrf({"abcx", "abcdef", "abcd"}, "abcd").sums, ScoreChrf({"abcd"}, "abcd").sums);
  EXPECT_EQ(ScoreChrf({"xy", "z"}, "abcd").sums, ScoreChrf({"xy"}, "abcd").sums);
  // beta decides.
  EXPECT_EQ(ScoreChrf({"ab", "abcdxyvw"}, "abcd", "chrf:nc=1,beta=0").sums, (Row{4, 8, 4}));
  EXPECT_EQ(ScoreChrf({"ab", "abcdxyvw"}, "abcd", "chrf:nc=1,beta=9").sums, (Row{4, 2, 2}));
}

TEST(Chrf, TitlesAndSignatures) {
  const auto tail = [](const Scored& s) { return s.metric + ' ' + s.signature; };
  EXPECT_EQ(tail(ScoreChrf({"a"}, "a")),
            "chrF2 nrefs:1|case:mixed|eff:yes|nc:6|nw:0|space:no|version:mtgauge-" +
                std::string(kVersion));
  EXPECT_EQ(tail(ScoreChrf({"a"}, "a", "chrf:nw=2,beta=3,lc=yes,space=yes,eps=yes,nc=5")),
            "chrF3++ nrefs:1|case:lc|eff:no|nc:5|nw:2|space:yes|beta:3|lcunicode:14.0|"
            "version:mtgauge-" +
                std::string(kVersion));
}

TEST(Chrf, LowerCase) {
  EXPECT_EQ(ScoreChrf({"STRASSE Ä"}, "strasse ä", "chrf:lc=yes").score, 100);
  EXPECT_LT(ScoreChrf({"STRASSE Ä"}, "strasse ä").score, 1);
}

TEST(Chrf, WrongOptionsAreUsageErrors) {
  for (const char* spec :
       {"chrf:nc=0", "chrf:nc=1001", "chrf:nw=-1", "chrf:nw=1001", "chrf:beta=1.5",
        "chrf:beta=3000000001", "chrf:lc=maybe", "chrf:space=1", "chrf:eps=", "chrf:order=4"}) {
    const auto made = MakeMetric(spec, {}, {});
    ASSERT_FALSE(made.ok()) << spec;
    EXPECT_EQ(made.status().kind(), ErrorKind::kUsage) << spec;
  }
}

// float32 like NumPy's, step by step.
TEST(Chrf, Float32Sums) {
  const auto made = MakeMetric("chrf:nc=2,beta=3", {}, {});
  ASSERT_TRUE(made.ok());
  const std::vector<float> sums = {310933, 316770, 268012, 307929, 313766, 209089};
  const float p1 = sums[2] / sums[0], r1 = sums[2] / sums[1];
  const float p2 = sums[5] / sums[3], r2 = sums[5] / sums[4];
  const double p = (double{p1} + double{p2}) / 2, r = (double{r1} + double{r2}) / 2;
  EXPECT_EQ(made->metric->ScoreFloat32(sums, NumpyRule::kNumpy1), 100 * (10 * p * r / (9 * p + r)));
  const float pf = (p1 + p2) / 2, rf = (r1 + r2) / 2;
  const float denominator = 9 * pf + rf;
  EXPECT_EQ(made->metric->ScoreFloat32(sums, NumpyRule::kNumpy2),
            double{100 * (10 * pf * rf / denominator)});
  const std::vector<float> none(6, 0);
  EXPECT_EQ(made->metric->ScoreFloat32(none, NumpyRule::kNumpy2), 0);
}

struct Setting {
  const char* spec;
  size_t char_order, word_order;
  bool keep_space;
  double beta;
};
constexpr Setting kSettings[] = {{"chrf", 6, 0, false, 2},
                                 {"chrf:nw=2", 6, 2, false, 2},
                                 {"chrf:nc=1,nw=1,beta=1", 1, 1, false, 1},
                                 {"chrf:nc=8,nw=6,beta=3", 8, 6, false, 3},
                                 {"chrf:nc=12,space=yes", 12, 0, true, 2}};
constexpr NgramEngine kEngines[] = {NgramEngine::kAuto, NgramEngine::kTable};

void ExpectNaive(const std::string& hyp, const std::string& ref) {
  for (const Setting& setting : kSettings) {
    const std::string_view kept_hyp = setting.keep_space ? TrimRight(hyp) : hyp;
    const std::string_view kept_ref = setting.keep_space ? TrimRight(ref) : ref;
    const Row expected = NaiveChrfRow(kept_hyp, kept_ref, setting.char_order, setting.word_order,
                                      setting.keep_space);
    for (const NgramEngine engine : kEngines) {
      const Scored s = ScoreChrf({ref}, hyp, setting.spec, engine);
      ASSERT_EQ(s.sums, expected) << setting.spec << " [" << hyp << "] [" << ref << ']';
      ASSERT_NEAR(s.score, NaiveChrfScore(expected, setting.beta), 1e-10) << setting.spec;
    }
  }
}

TEST(ChrfOracle, SentencesAndDegenerateSegments) {
  test::RandomText random(31);
  const std::vector<std::string> refs = random.Segments(120);
  for (const std::string& ref : refs) ExpectNaive(random.Perturb(ref), ref);
}

TEST(ChrfOracle, EveryLengthAroundTheBordersOfBlocks) {
  constexpr size_t kLengths[] = {1, 2, 63, 64, 65, 127, 128, 129, 191, 192, 193, 256, 257, 400};
  for (const size_t length : kLengths) {
    std::string periodic, run(length, 'a');
    for (size_t i = 0; i < length; ++i) periodic += static_cast<char>('a' + i % 3);
    ExpectNaive(periodic, run);
    ExpectNaive(run, periodic);
    ExpectNaive(periodic + periodic, periodic);
    ExpectNaive(periodic, periodic + run);
    ExpectNaive(run + run, run);
  }
}

TEST(ChrfOracle, ManyCodePointsAndAllPlanes) {
  test::RandomText random(32);
  std::string cjk, planes, half;
  for (uint32_t i = 0; i < 300; ++i) {
    if (i == 150) half = planes;
    AppendUtf8(0x4E00 + random.Below(200), cjk);
    AppendUtf8(0x40 + 0x1357 * random.Below(700) % 0xD000, planes);
    AppendUtf8(0x10000 * (1 + random.Below(16)) + random.Below(3), planes);
  }
  ExpectNaive(cjk, cjk.substr(30) + planes);
  ExpectNaive(planes, half + cjk);
}

// Jobs check UTF-8, so this tests the metric only: an invalid byte is a separate character.
TEST(ChrfOracle, AnyBytes) {
  test::RandomText random(33);
  const auto made = MakeMetric("chrf", {}, {});
  ASSERT_TRUE(made.ok());
  const auto prepared = made->metric->NewPrepared();
  const auto scratch = made->metric->NewScratch();
  for (int round = 0; round < 300; ++round) {
    const std::string ref = random.Bytes(random.Below(300));
    const std::string hyp = ref.substr(0, random.Below(200)) + random.Bytes(random.Below(100));
    const SegmentView ref_view{ref, {}}, hyp_view{hyp, {}};
    made->metric->PrepareRefs({{&ref_view, 1}, 1}, *scratch, *prepared);
    Row row(18);
    made->metric->Extract(*prepared, {&hyp_view, 1}, *scratch, row.data());
    ASSERT_EQ(row, NaiveChrfRow(hyp, ref, 6, 0, false)) << round;
  }
}

TEST(Chrf, EnginesAgreeOnLongSegments) {
  test::RandomText random(34);
  for (const uint32_t words : {400U, 800U, 5000U, 20000U}) {
    const std::string ref = random.Sentence(words), hyp = random.Perturb(ref);
    for (const char* spec : {"chrf", "chrf:nw=2,space=yes"}) {
      EXPECT_EQ(ScoreChrf({ref}, hyp, spec).sums,
                ScoreChrf({ref}, hyp, spec, NgramEngine::kTable).sums);
    }
  }
  const std::string run(3000, 'x');
  EXPECT_EQ(ScoreChrf({run.substr(1000)}, run).sums[17], 1995);
}

}  // namespace
}  // namespace mtgauge
