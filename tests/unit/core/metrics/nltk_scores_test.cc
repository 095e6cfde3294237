// nltk-bleu, nltk-nist and nltk-ribes: by hand, and compared with NLTK's definitions on random,
// repetitive and degenerate segments.
#include <gtest/gtest.h>

#include <cmath>
#include <string>
#include <vector>

#include "core/contract/registry.h"
#include "tests/oracle/naive_nltk.h"
#include "tests/support/random_text.h"
#include "tests/support/scored.h"

namespace mtgauge {
namespace {

using oracle::NltkSegment;
using test::Lines;
using test::ScorePair;
using test::SplitAtSpaces;

std::string Spec(int method, bool mean) {
  return "nltk-bleu:smooth=method" + std::to_string(method) + (mean ? ",corpus=mean" : "");
}

TEST(NltkBleu, ByHand) {
  // 3 of 3 words, 1 of 2 bigrams, none of one trigram; brevity e^(1 - 4/3).
  const Lines refs = {"a b x c"};
  const double penalty = std::exp(-1 / 3.0);
  const auto score = [&](int method) {
    return ScorePair(Spec(method, method > 4), refs, "a b c").score;
  };
  EXPECT_NEAR(score(1), penalty * std::pow(0.5 * 0.1 * 0.1, 0.25), 1e-14);
  EXPECT_NEAR(score(2), penalty * std::pow(2 / 3.0 * 0.5 * 0.5, 0.25), 1e-14);
  EXPECT_NEAR(score(3), penalty * std::pow(0.5 * 0.5 * 0.25, 0.25), 1e-14);
  const double log3 = std::log(3);
  EXPECT_NEAR(score(4), penalty * std::pow(0.5 * log3 / 10 * log3 / 20, 0.25), 1e-14);
  EXPECT_EQ(score(6), 0);  // no trigram
  EXPECT_LT(score(0), 1e-100);
  EXPECT_GT(score(0), 0);
}

TEST(NltkBleu, TextsThatAreTooShort) {
  const Lines refs = {"yes"};
  EXPECT_EQ(ScorePair("nltk-bleu:reweigh=yes", refs, "yes").score, 1);
  EXPECT_LT(ScorePair("nltk-bleu", refs, "yes").score, 1e-200);
  // method4 leaves one word as it is, so only the precision of words counts.
  EXPECT_EQ(ScorePair("nltk-bleu:smooth=method4", refs, "yes").score, 1);
  for (const std::string hyp : {"", "no"}) {
    for (int method = 0; method < 8; ++method) {
      EXPECT_EQ(ScorePair(Spec(method, method > 4), refs, hyp).score, 0) << method;
    }
  }
  EXPECT_EQ(ScorePair("nltk-bleu", {""}, "").score, 0);
}

TEST(NltkBleu, OptionsThatDoNotGoTogether) {
  const auto error = [](const std::string& spec) {
    const Result<MadeMetric> made = MakeMetric(spec, {}, {});
    return made.ok() ? "" : made.status().error().what;
  };
  EXPECT_EQ(error("nltk-bleu:smooth=method5"),
            "NLTK's corpus_bleu with method5 depends on which segment is the last");
  EXPECT_EQ(error("nltk-bleu:smooth=method6,corpus=mean,order=2"), "method6 needs trigrams");
  EXPECT_EQ(error("nltk-bleu:reweigh=yes,order=3"), "NLTK reweighs only four orders");
}

// Segments with one to three references.
std::vector<NltkSegment> RandomSegments(uint64_t seed, uint32_t count, std::vector<Lines>& refs,
                                        Lines& hyps) {
  test::RandomText text(seed);
  const uint32_t references = 1 + text.Below(3), vocabulary = 2 + text.Below(30);
  refs.assign(references, {});
  hyps.clear();
  std::vector<NltkSegment> segments;
  for (uint32_t i = 0; i < count; ++i) {
    NltkSegment segment;
    std::string line;
    for (uint32_t n = text.Below(3) == 0 ? text.Below(4) : text.Below(25); n > 0; --n) {
      line +=
          (text.Below(4) == 0 ? " averylongword" : " w") + std::to_string(text.Below(vocabulary));
    }
    for (Lines& of_reference : refs) {
      of_reference.push_back(text.Below(4) == 0 ? line : text.Perturb(line));
      segment.refs.push_back(SplitAtSpaces(of_reference.back()));
    }
    hyps.push_back(text.Below(8) == 0 ? "" : text.Perturb(line));
    segment.hyp = SplitAtSpaces(hyps.back());
    segments.push_back(segment);
  }
  return segments;
}

TEST(NltkScores, RandomSegmentsByDefinition) {
  for (uint64_t seed = 1; seed <= 60; ++seed) {
    std::vector<Lines> refs;
    Lines hyps;
    const std::vector<NltkSegment> segments =
        RandomSegments(seed, 1 + static_cast<uint32_t>(seed) % 9, refs, hyps);
    SCOPED_TRACE(seed);
    for (int method = 0; method < 8; ++method) {
      const bool mean = method > 4;
      const auto scored = test::ScoreSegments(Spec(method, mean), refs, hyps);
      for (size_t i = 0; i < segments.size(); ++i) {
        const double expected = oracle::NltkBleu({segments[i]}, method, false);
        EXPECT_NEAR(scored.segments[i], expected, 1e-12 * (mean ? 1 : expected)) << method;
      }
      if (mean) continue;
      const double corpus = oracle::NltkBleu(segments, method, false);
      EXPECT_NEAR(scored.score, corpus, 1e-12 * corpus) << method;
    }
    EXPECT_NEAR(test::ScoreSegments("nltk-nist", refs, hyps).score, oracle::NltkNist(segments, 5),
                1e-11);
    const auto ribes = test::ScoreSegments("nltk-ribes", refs, hyps);
    const auto few = test::ScoreSegments("nltk-bleu:reweigh=yes", refs, hyps);
    double sum = 0;
    for (size_t i = 0; i < segments.size(); ++i) {
      EXPECT_NEAR(ribes.segments[i], oracle::NltkRibes(segments[i]), 1e-13);
      sum += ribes.segments[i];
      const double expected = oracle::NltkBleu({segments[i]}, 0, true);
      EXPECT_NEAR(few.segments[i], expected, 1e-12 * expected);
    }
    EXPECT_NEAR(ribes.score, sum / static_cast<double>(segments.size()), 1e-13);
  }
}

TEST(NltkRibes, ByHand) {
  // The example of Isozaki et al. (2010) in NLTK's documentation: ranks 7 8 9 10 6 0 1 2 3 4 5.
  EXPECT_NEAR(
      ScorePair("nltk-ribes", {"he was interested in world history because he read the book"},
                "he read the book because he was interested in world history")
          .score,
      21 / 55.0, 1e-14);
  EXPECT_EQ(ScorePair("nltk-ribes", {"yes"}, "yes").score, 0);  // one rank has no pairs
  EXPECT_EQ(ScorePair("nltk-ribes", {""}, "yes").details[0].value,
            decltype(Detail::value)(int64_t{1}));
}

TEST(NltkRibes, RepetitiveSegmentsByDefinition) {
  test::RandomText text(5);
  for (int i = 0; i < 300; ++i) {
    std::string ref, hyp;
    for (uint32_t n = text.Below(40); n > 0; --n) ref += std::string(" ") + "ab"[text.Below(2)];
    for (uint32_t n = text.Below(40); n > 0; --n) hyp += std::string(" ") + "ab"[text.Below(2)];
    const NltkSegment segment = {{SplitAtSpaces(ref)}, SplitAtSpaces(hyp)};
    EXPECT_NEAR(ScorePair("nltk-ribes", {ref}, hyp).score, oracle::NltkRibes(segment), 1e-13)
        << ref << '\n'
        << hyp;
  }
}

TEST(NltkNist, TakesTheBestReferenceOfEachOrder) {
  // Of 8 words, "a" occurs 3 times. Only the second reference has the bigram; it is longer.
  const Lines refs = {"a x", "a b c", "a y z"};
  const NltkSegment segment = {{{"a", "x"}, {"a", "b", "c"}, {"a", "y", "z"}}, {"a", "b", "c"}};
  EXPECT_NEAR(ScorePair("nltk-nist:order=2", refs, "a b c").score,
              (std::log2(8 / 3.0) + 2 * 3) / 3 + std::log2(3) / 2, 1e-11);
  EXPECT_NEAR(ScorePair("nltk-nist:order=2", refs, "a b c").score, oracle::NltkNist({segment}, 2),
              1e-11);
  EXPECT_EQ(ScorePair("nltk-nist:order=4", refs, "a b c").score, 0);  // no 4-gram at all
}

}  // namespace
}  // namespace mtgauge
