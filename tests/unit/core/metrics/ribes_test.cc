// RIBES: by hand, compared with its definition on random and repetitive segments, and its options.
#include <gtest/gtest.h>

#include "core/contract/registry.h"
#include "tests/oracle/naive_ribes.h"
#include "tests/support/random_text.h"
#include "tests/support/scored.h"

namespace mtgauge {
namespace {

using test::ScorePair;
using test::SplitAtSpaces;

double Ribes(const std::string& options, const std::vector<std::string>& refs,
             const std::string& hyp) {
  return ScorePair("ribes" + options, refs, hyp).score;
}

void ExpectDefinition(const std::string& ref, const std::string& hyp) {
  const auto h = SplitAtSpaces(hyp), r = SplitAtSpaces(ref);
  EXPECT_NEAR(Ribes(":lc=no", {ref}, hyp), oracle::NaiveRibes(h, r, 0.25, 0.1, false), 1e-14)
      << ref << '\n'
      << hyp;
  EXPECT_NEAR(Ribes(":lc=no,corr=nsr,alpha=0.5,beta=0", {ref}, hyp),
              oracle::NaiveRibes(h, r, 0.5, 0, true), 1e-14)
      << ref << '\n'
      << hyp;
}

TEST(Ribes, ByHand) {
  EXPECT_NEAR(Ribes("", {"he runs fast"}, "He runs fast"), 1, 1e-15);
  EXPECT_EQ(Ribes("", {"one two"}, "two one"), 0);  // no pair is in order
  // b a c d against a b c d: ranks 1 0 2 3, five of six pairs are in order.
  EXPECT_NEAR(Ribes("", {"a b c d"}, "b a c d"), 5.0 / 6, 1e-14);
  EXPECT_NEAR(Ribes(":corr=nsr", {"a b c d"}, "b a c d"), (1 - 6 * 2 / 60.0 + 1) / 2, 1e-14);
  // Half of the words have a rank.
  EXPECT_NEAR(Ribes("", {"a b c d"}, "a x b y"), std::pow(0.5, 0.25), 1e-14);
  EXPECT_NEAR(Ribes(":alpha=0,beta=1", {"a b c d"}, "a b"), std::exp(-1), 1e-14);
  // The words next to "the" distinguish its occurrences.
  EXPECT_NEAR(Ribes("", {"the old cat saw the dog"}, "the old cat saw the dog"), 1, 1e-15);
}

TEST(Ribes, OneWordNeedsAReferenceOfOneWord) {
  EXPECT_NEAR(Ribes("", {"yes"}, "yes"), 1, 1e-15);
  EXPECT_NEAR(Ribes("", {"yes"}, "yes sir"), std::pow(0.5, 0.25), 1e-14);
  EXPECT_EQ(Ribes("", {"yes sir"}, "yes"), 0);
  EXPECT_EQ(Ribes("", {"yes"}, "yes yes"), 0);  // ambiguous
}

TEST(Ribes, EmptySides) {
  EXPECT_EQ(Ribes("", {"a b"}, ""), 0);
  const auto segments = [](const std::vector<std::string>& refs, const std::string& hyp) {
    return std::get<int64_t>(ScorePair("ribes", refs, hyp).details[0].value);
  };
  EXPECT_EQ(segments({"a b"}, ""), 1);
  EXPECT_EQ(segments({"", " "}, "a b"), 0);  // left out of the mean
  EXPECT_EQ(segments({"", "a b"}, "a b"), 1);
  EXPECT_NEAR(Ribes("", {"", "a b"}, "a b"), 1, 1e-15);
}

TEST(Ribes, RandomSegmentsByDefinition) {
  test::RandomText text(71);
  for (int i = 0; i < 400; ++i) {
    const uint32_t vocabulary = 2 + text.Below(20);
    std::string ref = "w0";
    for (uint32_t n = text.Below(30); n > 0; --n) {
      ref +=
          (text.Below(3) == 0 ? " averylongword" : " w") + std::to_string(text.Below(vocabulary));
    }
    std::string hyp = text.Perturb(ref);
    if (text.Below(3) == 0) hyp += ' ' + ref;
    ExpectDefinition(ref, hyp);
  }
}

TEST(Ribes, LongRepetitiveSegmentsByDefinition) {
  const auto repeat = [](const std::string& unit, int times) {
    std::string text = unit;
    for (int i = 1; i < times; ++i) text += ' ' + unit;
    return text;
  };
  ExpectDefinition(repeat("a", 90), repeat("a", 90));
  ExpectDefinition(repeat("a", 90), repeat("a", 70));
  ExpectDefinition(repeat("a b", 40) + " x", repeat("b a", 45));
  ExpectDefinition(repeat("a b c d e f", 25), "c " + repeat("a b c d e f", 25));
}

TEST(Ribes, TheBestReferenceCounts) {
  test::RandomText text(72);
  for (int i = 0; i < 100; ++i) {
    const std::string hyp = text.Sentence(15);
    const std::vector<std::string> refs = {text.Perturb(hyp), text.Perturb(hyp)};
    EXPECT_EQ(Ribes("", refs, hyp), std::max(Ribes("", {refs[0]}, hyp), Ribes("", {refs[1]}, hyp)));
  }
}

TEST(Ribes, CaseAndSignature) {
  EXPECT_NEAR(Ribes("", {"a Ä"}, "A ä"), 1, 1e-15);
  EXPECT_EQ(Ribes(":lc=no", {"a Ä"}, "A ä"), 0);
  const auto score = [](const std::string& spec) { return ScorePair(spec, {"a b"}, "a b"); };
  EXPECT_EQ(score("ribes").signature.substr(0, 69),
            "nrefs:1|case:lc|tok:none|corr:nkt|alpha:0.25|beta:0.1|lcunicode:14.0|");
  EXPECT_EQ(score("ribes").equals, "ribes-1.03.1");
  for (const char* spec : {"ribes:corr=nsr", "ribes:tok=13a", "ribes:stem=en"}) {
    EXPECT_EQ(score(spec).equals, "") << spec;
  }
}

TEST(Ribes, WorkThatWouldLastTooLongIsRefused) {
  std::string words;
  while (words.size() < size_t{400'000}) words += "a ";
  const auto job = test::MakeJob("ribes", 1);
  ASSERT_TRUE(job.ok());
  Worker worker(*job);
  const std::string small = "a b";
  Batch batch = MakeBatch({{&small, &words}}, {{small, words}});
  EXPECT_EQ(worker.Process(batch, {}).kind(), ErrorKind::kInput);
  EXPECT_EQ(Ribes("", {words}, small), 0);  // linear
}

TEST(Ribes, WrongOptionsAreUsageErrors) {
  for (const char* spec : {"ribes:corr=tau", "ribes:alpha=-1", "ribes:beta=x", "ribes:alpha=101"}) {
    const auto made = MakeMetric(spec, {}, {});
    ASSERT_FALSE(made.ok()) << spec;
    EXPECT_EQ(made.status().kind(), ErrorKind::kUsage) << spec;
  }
}

}  // namespace
}  // namespace mtgauge
