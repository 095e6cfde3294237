// GTM: by hand, its greedy runs compared with their definition and with the largest matching, and
// the properties that its definition guarantees.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <numeric>

#include "core/contract/registry.h"
#include "tests/oracle/naive_gtm.h"
#include "tests/support/random_text.h"
#include "tests/support/scored.h"

namespace mtgauge {
namespace {

using oracle::Words;
using test::ScorePair;
using test::SplitAtSpaces;
using Texts = std::vector<std::string>;

double Gtm(const std::string& options, const Texts& refs, const std::string& hyp) {
  return ScorePair("gtm" + options, refs, hyp).score / 100;
}

std::string Repeat(const std::string& unit, int times) {
  std::string text = unit;
  for (int i = 1; i < times; ++i) text += ' ' + unit;
  return text;
}

// Returns a few repeated words, so that there are many alternatives.
std::string Repetitive(test::RandomText& text, uint32_t words, uint32_t vocabulary) {
  std::string out = "w0";
  for (uint32_t i = 1; i < words; ++i) out += " w" + std::to_string(text.Below(vocabulary));
  return out;
}

TEST(Gtm, ByHand) {
  const Texts moved = {"a b c d x y"};
  EXPECT_NEAR(Gtm(":e=1", moved, "x y a b c d"), 1, 1e-14);
  EXPECT_NEAR(Gtm(":e=2", moved, "x y a b c d"), std::sqrt(20) / 6, 1e-14);
  EXPECT_NEAR(Gtm(":e=3", moved, "x y a b c d"), std::cbrt(72) / 6, 1e-14);
  const Texts two = {"a b x y", "z c d q w v"};
  EXPECT_NEAR(Gtm(":stat=p", two, "a b c d"), std::sqrt(8) / 4, 1e-14);
  EXPECT_NEAR(Gtm(":stat=r", two, "a b c d"), std::sqrt(8) / 5, 1e-14);
  EXPECT_NEAR(Gtm("", two, "a b c d"), 2 * std::sqrt(8) / 9, 1e-14);
}

TEST(Gtm, RunsDoNotCrossReferences) {
  EXPECT_NEAR(Gtm(":stat=p", {"a b", "c d"}, "b c"), std::sqrt(2) / 2, 1e-14);
}

TEST(Gtm, PairsBeyondTheMeanLengthAreDropped) {
  // Five pairs in runs of 3 and 2, and a mean length of 3.5.
  EXPECT_NEAR(Gtm(":stat=p", {"a b c", "d e f g"}, "a b c d e"), 3.0 / 5, 1e-14);
  EXPECT_NEAR(Gtm(":stat=p", {"a b c", "d e f g h"}, "a b c d e"), std::sqrt(10) / 5, 1e-14);
  EXPECT_NEAR(Gtm(":stat=r,e=1", {"a b c", "d e f g"}, "a b c d e"), 3 / 3.5, 1e-14);
}

TEST(Gtm, EmptySidesAndNoMatch) {
  for (const char* options : {"", ":e=1", ":corpus=macro", ":stat=p", ":stat=r,corpus=macro"}) {
    EXPECT_EQ(Gtm(options, {"a"}, ""), 0);
    EXPECT_EQ(Gtm(options, {""}, "a"), 0);
    EXPECT_EQ(Gtm(options, {""}, ""), 0);
    EXPECT_EQ(Gtm(options, {"a b"}, "c"), 0);
  }
}

TEST(Gtm, GreedyRunsByDefinition) {
  test::RandomText text(81);
  for (int i = 0; i < 300; ++i) {
    const uint32_t vocabulary = 1 + text.Below(12);
    Texts refs(1 + text.Below(3));
    for (std::string& ref : refs) ref = Repetitive(text, 1 + text.Below(30), vocabulary);
    const std::string hyp = Repetitive(text, 1 + text.Below(30), vocabulary);
    std::vector<Words> words;
    double length = 0;
    for (const std::string& ref : refs) {
      words.push_back(SplitAtSpaces(ref));
      length += static_cast<double>(words.back().size());
    }
    length /= static_cast<double>(refs.size());
    const Words h = SplitAtSpaces(hyp);
    const std::vector<size_t> runs = oracle::NaiveGreedyRuns(h, oracle::NaiveJoined(words));
    for (const double e : {1.0, 1.5, 2.0, 4.0}) {
      const std::string options = ":stat=r,e=" + std::to_string(e);
      EXPECT_NEAR(Gtm(options, refs, hyp), oracle::NaiveSize(runs, length, e) / length, 1e-13)
          << e << ' ' << hyp;
    }
  }
}

TEST(Gtm, LongSegmentsByDefinition) {
  for (const auto& [ref, hyp] :
       {std::pair(Repeat("a", 90), Repeat("a", 600)),
        std::pair(Repeat("a b", 40), Repeat("b a", 45)),
        std::pair(Repeat("a b c d e", 15) + " x", Repeat("c d e a b", 16))}) {
    const Words r = SplitAtSpaces(ref);
    const std::vector<size_t> runs =
        oracle::NaiveGreedyRuns(SplitAtSpaces(hyp), oracle::NaiveJoined({r}));
    const auto length = static_cast<double>(r.size());
    EXPECT_NEAR(Gtm(":stat=r", {ref}, hyp), oracle::NaiveSize(runs, length, 2) / length, 1e-13);
  }
}

// The largest matching is never smaller, and the greedy one, whose runs are maximal, is not much
// smaller.
TEST(Gtm, GreedyRunsAgainstTheLargestMatching) {
  test::RandomText text(82);
  double greedy_sum = 0, exact_sum = 0;
  for (int i = 0; i < 200; ++i) {
    const std::string ref = Repetitive(text, 10, 6), hyp = Repetitive(text, 10, 6);
    const Words h = SplitAtSpaces(hyp), r = SplitAtSpaces(ref);
    const double size = Gtm(":stat=r", {ref}, hyp) * 10;
    oracle::ExactSquares exact(h, r, 1'000'000);
    ASSERT_TRUE(exact.Solve(0));
    EXPECT_GE(static_cast<double>(exact.best()) + 1e-9, size * size) << ref << '\n' << hyp;
    greedy_sum += size;
    exact_sum += std::sqrt(static_cast<double>(exact.best()));
  }
  EXPECT_GT(greedy_sum, 0.9 * exact_sum);
}

TEST(Gtm, Properties) {
  test::RandomText text(83);
  for (int i = 0; i < 100; ++i) {
    const std::string hyp = text.Sentence(1 + text.Below(30));
    const std::string ref = text.Perturb(hyp), other = text.Perturb(hyp);
    for (const std::string stat : {"f", "p", "r"}) {
      for (const std::string e : {"1", "2", "3.5"}) {
        for (const std::string corpus : {"micro", "macro"}) {
          const std::string options = ":stat=" + stat + ",e=" + e + ",corpus=" + corpus;
          const double one = Gtm(options, {ref}, hyp), two = Gtm(options, {ref, other}, hyp);
          EXPECT_TRUE(one >= 0 && one <= 1 && two >= 0 && two <= 1) << options;
          EXPECT_NEAR(Gtm(options, {hyp}, hyp), 1, 1e-12) << options;
        }
      }
    }
    EXPECT_EQ(Gtm(":e=1", {ref, other, hyp}, hyp), Gtm(":e=1", {hyp, ref, other}, hyp));
    EXPECT_NEAR(Gtm(":e=1", {ref}, hyp), ScorePair("unigram", {ref}, hyp).score / 100, 1e-14);
    EXPECT_GE(Gtm(":e=1", {ref}, hyp) + 1e-12, Gtm(":e=2", {ref}, hyp));
  }
}

TEST(Gtm, MicroAddsUpAndMacroIsTheMean) {
  const auto corpus = [](const std::string& spec) {
    return test::ScoreSegments(spec, {{"a b c d", "x y", ""}}, {"a b c d", "x z", ""}).score;
  };
  EXPECT_NEAR(corpus("gtm"), 100 * 5.0 / 6, 1e-12);
  EXPECT_NEAR(corpus("gtm:corpus=macro"), 100 * (1 + 0.5) / 2, 1e-9);  // without the empty one
}

TEST(Gtm, WorkThatWouldLastTooLongIsRefused) {
  test::RandomText text(84);
  const std::string words = Repetitive(text, 12'000, 2);
  const auto job = test::MakeJob("gtm", 1);
  ASSERT_TRUE(job.ok());
  Worker worker(*job);
  Batch batch = MakeBatch({{&words}}, {{Repetitive(text, 12'000, 2)}});
  EXPECT_EQ(worker.Process(batch, {}).kind(), ErrorKind::kInput);
  const std::string run = Repeat("a", 2000);
  EXPECT_NEAR(Gtm("", {run}, run), 1, 1e-12);
}

TEST(Gtm, SignatureTitleAndErrors) {
  const test::Scored score = ScorePair("gtm:e=1.5,stat=p,corpus=macro", {"a"}, "a");
  EXPECT_EQ(score.metric, "GTM P");
  EXPECT_EQ(score.signature.substr(0, score.signature.find("|version:")),
            "nrefs:1|case:mixed|tok:none|e:1.5|stat:p|corpus:macro");
  for (const char* spec : {"gtm:e=0.5", "gtm:e=x", "gtm:stat=f1", "gtm:corpus=mean"}) {
    const auto made = MakeMetric(spec, {}, {});
    ASSERT_FALSE(made.ok()) << spec;
    EXPECT_EQ(made.status().kind(), ErrorKind::kUsage) << spec;
  }
}

}  // namespace
}  // namespace mtgauge
